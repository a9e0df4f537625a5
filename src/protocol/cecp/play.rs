//! The commands that set up games and play them. They decide when to think; how is
//! left to `think` and `clock`.

use std::io::{self, Write};

use crate::base::random;
use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::xboard;
use crate::position::game::Game;
use crate::position::{Outcome, Position};
use crate::session::accepts_draw;
use crate::variants;
use crate::variants::shuffle::Arrays;

use super::edit::{Edited, Editor};
use super::{Cecp, Refusal, Role, moves};

impl Cecp {
    /// `new`: sets up orthodox chess, or the variant chosen at the start. The engine plays
    /// Black, except that analyze mode continues.
    pub(super) fn new_game(&mut self) {
        self.editor = None;
        self.dialect = self.first.clone();
        self.opponent_is_program = false;
        self.has_begun = true;
        self.strength.new_game();
        self.options = self.strength.applied_to(self.options);
        self.begin(Position::start(self.dialect.rules(self.promotion)));
        self.engine.set_rules(self.game.position().rules());
        if std::mem::take(&mut self.has_searched) {
            self.engine.clear();
        }
        self.timer.restart();
        if self.role != Role::Analyzes {
            self.role = Role::Plays(Color::Black);
        }
        self.resume_analysis();
    }

    /// `variant NAME`: sets up another variant and describes it to XBoard.
    pub(super) fn set_variant(
        &mut self,
        name: &str,
        output: &mut dyn Write,
    ) -> Result<(), Refusal> {
        self.dialect = xboard::find(name).ok_or_else(|| {
            let hint = variants::find(name).err().map(|unknown| unknown.hint);
            Refusal::Error(format!("unknown variant{}", hint.unwrap_or_default()))
        })?;
        let start = self.draw_start();
        for line in self.dialect.lines(&start) {
            writeln!(output, "{line}")?;
        }
        self.begin(start);
        self.resume_analysis();
        Ok(())
    }

    /// The start position; random in variants with shuffled arrays. XBoard asks
    /// twice before a game and keeps the first answer, so the array stays the same
    /// until a move has been played from it.
    fn draw_start(&mut self) -> Position {
        let rules = self.dialect.rules(self.promotion);
        let Ok(arrays) = Arrays::new(rules) else {
            return Position::start(rules);
        };
        let number = self
            .drawn
            .unwrap_or_else(|| arrays.random_number(random::seed()));
        self.drawn = Some(number);
        arrays
            .start(number)
            .unwrap_or_else(|_| Position::start(rules))
    }

    /// `setboard FEN`.
    pub(super) fn set_board(&mut self, fen: &str) -> Result<(), Refusal> {
        let rules = self.game.position().rules();
        let position = self.dialect.read_fen(rules, fen);
        let position = position.map_err(|reason| {
            self.lose_position();
            Refusal::Position(reason)
        })?;
        self.editor = None;
        self.begin(position);
        self.resume_analysis();
        Ok(())
    }

    /// `edit`: enters edit mode, which lasts until `.`.
    pub(super) fn begin_edit(&mut self) {
        self.stop();
        self.editor = Some(Editor::new(self.game.position()));
    }

    /// Carries out a line in edit mode.
    pub(super) fn edit(&mut self, line: &str) -> Result<(), Refusal> {
        let rules = self.game.position().rules();
        let start = Position::start(rules);
        let Some(mut editor) = self.editor.take() else {
            return Ok(());
        };
        match editor.obey(&self.dialect, &start, line) {
            Edited::Changed => self.editor = Some(editor),
            Edited::Refused(reason) => {
                self.editor = Some(editor);
                return Err(Refusal::error(reason));
            }
            Edited::Done => {
                let position = Position::from_setup(rules, &editor.setup(&start));
                match position {
                    Ok(position) => self.begin(position),
                    Err(error) => {
                        self.lose_position();
                        return Err(Refusal::Position(error.to_string()));
                    }
                }
                self.resume_analysis();
            }
        }
        Ok(())
    }

    /// A position was refused: what is on the board is not what XBoard shows.
    pub(super) fn lose_position(&mut self) {
        self.stop();
        self.lacks_position = true;
        self.last_score = None;
        self.forget_position();
    }

    /// Puts a position without a history on the board.
    fn begin(&mut self, position: Position) {
        self.stop();
        self.lacks_position = false;
        self.game = Game::new(position);
        self.last_score = None;
        self.hopeless = 0;
        self.forget_position();
    }

    /// Drops what was known about the previous position.
    fn forget_position(&mut self) {
        self.expected = None;
        self.excluded.clear();
    }

    /// `usermove MOVE`, or a move alone.
    pub(super) fn user_move(&mut self, text: &str, output: &mut dyn Write) -> Result<(), Refusal> {
        if self.is_thinking() {
            let reason = Some("it is my turn".to_owned());
            return Err(Refusal::Move(text.to_owned(), reason));
        }
        let mv = self.read(text).inspect_err(|_| self.refused = true)?;
        let hit = self.pondered() == Some(mv);
        if !hit {
            self.stop();
        }
        self.make(mv);
        match self.role {
            Role::Watches => {}
            Role::Analyzes => self.resume_analysis(),
            Role::Plays(color) => {
                if let Some(outcome) = self.game.outcome() {
                    self.claim(outcome, output)?;
                } else if color != self.game.position().side_to_move() {
                    self.stop();
                } else if hit {
                    self.ponder_hit();
                } else {
                    self.think(output)?;
                }
            }
        }
        Ok(())
    }

    /// Reads a legal move.
    pub(super) fn read(&self, text: &str) -> Result<Move, Refusal> {
        moves::read(&self.dialect, self.game.position(), text)
            .map_err(|reason| Refusal::Move(text.to_owned(), reason))
    }

    /// Plays a legal move on the board.
    pub(super) fn make(&mut self, mv: Move) {
        self.game.play(mv);
        self.drawn = None;
        self.forget_position();
    }

    /// `undo`: takes back one move. The engine does not move until told to.
    pub(super) fn undo(&mut self) -> Result<(), Refusal> {
        if self.game.moves().is_empty() {
            return Err(Refusal::error("no move to take back"));
        }
        self.take_back(1);
        Ok(())
    }

    /// `remove`: takes back a move of each side.
    pub(super) fn remove(&mut self) -> Result<(), Refusal> {
        if self.game.moves().len() < 2 {
            return Err(Refusal::error("fewer than two moves to take back"));
        }
        self.take_back(2);
        Ok(())
    }

    fn take_back(&mut self, count: usize) {
        self.stop();
        for _ in 0..count {
            self.game.undo();
        }
        self.forget_position();
        self.resume_analysis();
    }

    /// `force` and `result`: the engine plays neither side.
    pub(super) fn watch(&mut self) {
        self.stop();
        self.role = Role::Watches;
    }

    /// `go`: the engine plays the side to move.
    pub(super) fn go(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if self.is_thinking() {
            return Ok(());
        }
        self.stop();
        self.role = Role::Plays(self.game.position().side_to_move());
        match self.game.outcome() {
            Some(outcome) => self.claim(outcome, output),
            None => self.think(output),
        }
    }

    /// `playother`: the engine plays the side that is not to move.
    pub(super) fn play_other(&mut self) {
        self.stop();
        self.role = Role::Plays(!self.game.position().side_to_move());
    }

    /// The obsolete `white` and `black`: that side is to move, and the engine plays
    /// the other.
    pub(super) fn set_side(&mut self, side: Color) -> Result<(), Refusal> {
        let position = self.game.position();
        if position.side_to_move() != side {
            let text = position.to_string();
            let fields: Vec<&str> = text.split(' ').collect();
            let letter = if side == Color::White { "w" } else { "b" };
            let [board, _, castling, ..] = fields[..] else {
                return Err(Refusal::Position(text));
            };
            let text = format!("{board} {letter} {castling} -");
            let position = Position::from_fen(position.rules(), &text);
            self.begin(position.map_err(|error| Refusal::Position(error.to_string()))?);
            self.resume_analysis();
        }
        self.stop();
        self.role = Role::Plays(!side);
        Ok(())
    }

    /// `draw`: the opponent offers a draw. The engine accepts it or ignores it.
    pub(super) fn answer_draw_offer(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if self.lacks_position || !matches!(self.role, Role::Plays(_)) {
            return Ok(());
        }
        let is_drawn = |outcome: Outcome| outcome.winner().is_none();
        let accepted = self.game.outcome().is_some_and(is_drawn)
            || accepts_draw(self.game.position(), self.current_score());
        if accepted {
            writeln!(output, "offer draw")?;
        }
        Ok(())
    }

    /// Claims the result of a finished game.
    ///
    /// Between two engines XBoard adjudicates claims by its own knowledge of the
    /// variant, and a false claim loses. In a variant that was only described to it,
    /// XBoard may see legal moves that do not exist. There the engine does not claim
    /// a win, which XBoard may detect or the loser concede, and offers a draw on
    /// stalemate.
    pub(super) fn claim(&mut self, outcome: Outcome, output: &mut dyn Write) -> io::Result<()> {
        self.stop();
        let is_judged = self.opponent_is_program && self.dialect.is_described();
        if let Role::Plays(own) = self.role
            && is_judged
        {
            if outcome.winner() == Some(own) {
                return Ok(());
            }
            if outcome == Outcome::Stalemate(None) {
                return writeln!(output, "offer draw");
            }
        }
        let claim = match outcome {
            Outcome::Checkmate(Color::White) => "1-0 {White mates}",
            Outcome::Checkmate(Color::Black) => "0-1 {Black mates}",
            Outcome::Stalemate(None) => "1/2-1/2 {Stalemate}",
            Outcome::Stalemate(Some(Color::White)) => "1-0 {White wins by stalemate}",
            Outcome::Stalemate(Some(Color::Black)) => "0-1 {Black wins by stalemate}",
            Outcome::MentalCruelty(Color::White) => "1-0 {White wins by Mental Cruelty}",
            Outcome::MentalCruelty(Color::Black) => "0-1 {Black wins by Mental Cruelty}",
            Outcome::InsufficientMaterial => "1/2-1/2 {Insufficient material}",
            Outcome::Repetition => "1/2-1/2 {Draw by repetition}",
            Outcome::FiftyMoves => "1/2-1/2 {Draw by fifty move rule}",
        };
        writeln!(output, "{claim}")
    }
}
