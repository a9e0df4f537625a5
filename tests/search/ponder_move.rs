//! The reply that a result expects.

use peregrine::engine::Engine;
use peregrine::position::game::Game;
use peregrine::search::Limits;
use peregrine::{tools::bench, variants};

/// Searches that stop anywhere, also after a fail high, whose line is one move long.
#[test]
fn interrupted_searches_expect_a_legal_reply() {
    for name in ["falcon", "chess"] {
        let rules = variants::find(name)
            .unwrap()
            .nearest_rules(Default::default());
        let mut engine = Engine::new(rules);
        let (mut searches, mut replies) = (0, 0);
        for position in bench::positions(rules) {
            let game = Game::new(position);
            for nodes in (500..3000).step_by(200) {
                engine.clear();
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let result = engine.search(&game, limits, |_| ());
                let mut after = game.position().clone();
                after.play(result.best.expect("the game is not over"));
                if !after.has_legal_move() {
                    continue;
                }
                searches += 1;
                if let Some(reply) = result.ponder {
                    replies += 1;
                    assert!(after.is_legal(reply), "{name}, {nodes} nodes");
                }
            }
        }
        // The reply may be missing where its entry of the table has been overwritten.
        assert!(
            replies * 100 >= searches * 99,
            "{name}: {replies} of {searches}"
        );
    }
}
