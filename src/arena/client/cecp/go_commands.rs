//! What the engine is sent to make it think.

use crate::arena::client::Clocks;
use crate::board::color::Color;
use crate::position::game::Game;

use super::{Cecp, limits};

impl Cecp {
    /// The lines that make the engine think about the game, in which it is to move.
    pub(super) fn go_commands(&self, game: &Game, clocks: &Clocks) -> Vec<String> {
        let features = &self.features;
        let turns = game.turns().skip(self.moves_sent);
        let news: Vec<String> = turns
            .map(|(position, mv)| self.dialect.user_move(position, mv, features))
            .collect();
        let time = limits::clocks(&self.setup.limits, features, clocks);
        let mut lines = Vec::new();
        if self.is_playing && news.len() == 1 {
            lines.extend(time);
            if features.draw && clocks.draw_offered {
                lines.push("draw".to_owned());
            }
            lines.extend(news);
            return lines;
        }
        if self.is_playing {
            lines.push("force".to_owned());
        }
        lines.extend(news);
        if features.colors {
            // Sent the way XBoard does it, for engines that interpret these commands
            // differently.
            let (own, other) = match game.position().side_to_move() {
                Color::White => ("white", "black"),
                Color::Black => ("black", "white"),
            };
            lines.push(other.to_owned());
            lines.extend(time);
            lines.push(own.to_owned());
        } else {
            lines.extend(time);
        }
        lines.push("go".to_owned());
        lines
    }
}
