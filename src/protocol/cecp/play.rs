//! The commands that set up games and play them. They decide when to think; how is
//! left to `search` and `clock`.

use std::io::{self, Write};

use crate::base::random;
use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::xboard;
use crate::position::game::GameResult;
use crate::position::{Outcome, Position};
use crate::session::{EngineSides, PlayedMove};
use crate::variants;
use crate::variants::shuffle::Arrays;

use super::edit::{Edited, Editor};
use super::{Cecp, CecpError, Mode, Opponent, Progress, Refusal, moves};

impl Cecp {
    /// `new`: sets up orthodox chess, or the variant chosen at the start. The engine plays
    /// Black, except that analyze mode continues.
    pub(super) fn new_game(&mut self) {
        self.editor = None;
        self.dialect = self.initial_dialect.clone();
        self.opponent = Opponent::Person;
        self.settings.new_game();
        self.set_position(Position::start(self.dialect.rules(self.options.promotion)));
        self.engine.set_rules(self.session.position().rules());
        if self.progress == Progress::Searched {
            self.engine.clear();
        }
        self.progress = Progress::NewGame;
        self.timer.restart();
        if self.mode == Mode::Play {
            self.session.set_engine(EngineSides::One(Color::Black));
        }
        self.resume_analysis();
    }

    /// `variant NAME`: sets up another variant and describes it to XBoard.
    pub(super) fn set_variant(
        &mut self,
        name: &str,
        output: &mut dyn Write,
    ) -> Result<(), CecpError> {
        self.dialect = xboard::find(name).ok_or_else(|| {
            let hint = variants::find(name).err().map(|unknown| unknown.hint);
            CecpError::Command(format!("unknown variant{}", hint.unwrap_or_default()))
        })?;
        let start = self.random_start();
        for line in self.dialect.lines(&start) {
            writeln!(output, "{line}")?;
        }
        self.set_position(start);
        self.resume_analysis();
        Ok(())
    }

    /// The start position; random in variants with shuffled arrays. XBoard asks
    /// twice before a game and keeps the first answer, so the position stays the same
    /// until a move has been played from it.
    fn random_start(&mut self) -> Position {
        let rules = self.dialect.rules(self.options.promotion);
        let Ok(arrays) = Arrays::new(rules) else {
            return Position::start(rules);
        };
        let number = self
            .start_number
            .unwrap_or_else(|| arrays.random_number(random::seed()));
        self.start_number = Some(number);
        arrays
            .start(number)
            .unwrap_or_else(|_| Position::start(rules))
    }

    /// `setboard FEN`.
    pub(super) fn set_board(&mut self, fen: &str) -> Result<(), CecpError> {
        let rules = self.session.position().rules();
        let position = self.dialect.read_fen(rules, fen);
        let position = position.map_err(|reason| {
            self.refuse_position();
            CecpError::Position(reason)
        })?;
        self.editor = None;
        self.set_position(position);
        self.resume_analysis();
        Ok(())
    }

    /// `edit`: enters edit mode, which lasts until `.`.
    pub(super) fn start_edit(&mut self) {
        self.stop();
        self.editor = Some(Editor::new(self.session.position()));
    }

    /// Carries out a line in edit mode.
    pub(super) fn edit(&mut self, line: &str) -> Result<(), CecpError> {
        let rules = self.session.position().rules();
        let start = Position::start(rules);
        let Some(mut editor) = self.editor.take() else {
            return Ok(());
        };
        match editor.apply(&self.dialect, &start, line) {
            Edited::Changed => self.editor = Some(editor),
            Edited::Refused(reason) => {
                self.editor = Some(editor);
                return Err(CecpError::command(reason));
            }
            Edited::Done => {
                let position = Position::from_setup(rules, &editor.setup(&start));
                match position {
                    Ok(position) => self.set_position(position),
                    Err(error) => {
                        self.refuse_position();
                        return Err(CecpError::Position(error.to_string()));
                    }
                }
                self.resume_analysis();
            }
        }
        Ok(())
    }

    /// A position was refused: what is on the board is not what XBoard shows.
    pub(super) fn refuse_position(&mut self) {
        self.stop();
        self.refusal = Some(Refusal::Position);
        self.excluded.clear();
    }

    /// Puts a position without a history on the board.
    fn set_position(&mut self, position: Position) {
        self.stop();
        self.refusal = None;
        self.session.restart(position);
        self.excluded.clear();
    }

    /// `usermove MOVE`, or a move alone.
    pub(super) fn user_move(
        &mut self,
        text: &str,
        output: &mut dyn Write,
    ) -> Result<(), CecpError> {
        if self.is_thinking() {
            let reason = Some("it is my turn".to_owned());
            return Err(CecpError::Move(text.to_owned(), reason));
        }
        let mv = self.read_move(text).inspect_err(|_| {
            self.refusal.get_or_insert(Refusal::Move);
        })?;
        let hit = self.pondered() == Some(mv);
        if !hit {
            self.stop();
        }
        self.make_move(mv);
        self.resume_analysis();
        match self.session.game().outcome() {
            _ if self.session.engine() == EngineSides::None => {}
            Some(outcome) => self.claim_result(outcome, output)?,
            None if !self.session.is_engine_to_move() => self.stop(),
            None if hit => self.ponder_hit(),
            None => self.start_thinking(output)?,
        }
        Ok(())
    }

    /// Reads a legal move.
    pub(super) fn read_move(&self, text: &str) -> Result<Move, CecpError> {
        moves::read(&self.dialect, self.session.position(), text)
            .map_err(|reason| CecpError::Move(text.to_owned(), reason))
    }

    /// Plays a legal move on the board.
    pub(super) fn make_move(&mut self, mv: impl Into<PlayedMove>) {
        self.session.play(mv);
        self.start_number = None;
        self.excluded.clear();
    }

    /// `undo`: takes back one move. The engine does not move before the next `go`.
    pub(super) fn undo(&mut self) -> Result<(), CecpError> {
        if self.session.game().moves().is_empty() {
            return Err(CecpError::command("no move to take back"));
        }
        self.take_back(1);
        Ok(())
    }

    /// `remove`: takes back a move of each side.
    pub(super) fn remove(&mut self) -> Result<(), CecpError> {
        if self.session.game().moves().len() < 2 {
            return Err(CecpError::command("fewer than two moves to take back"));
        }
        self.take_back(2);
        Ok(())
    }

    fn take_back(&mut self, count: usize) {
        self.stop();
        self.session.undo(count);
        self.excluded.clear();
        self.resume_analysis();
    }

    /// Ends any search and the analyze mode, and lets the engine play these sides: none after
    /// `force` and `result`.
    pub(super) fn set_engine(&mut self, engine: EngineSides) {
        self.stop();
        self.mode = Mode::Play;
        self.session.set_engine(engine);
    }

    /// `go`: the engine plays the side to move.
    pub(super) fn go(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if self.is_thinking() {
            return Ok(());
        }
        self.set_engine(EngineSides::One(self.session.position().side_to_move()));
        match self.session.game().outcome() {
            Some(outcome) => self.claim_result(outcome, output),
            None => self.start_thinking(output),
        }
    }

    /// `playother`: the engine plays the side that is not to move.
    pub(super) fn play_other(&mut self) {
        self.set_engine(EngineSides::One(!self.session.position().side_to_move()));
    }

    /// The obsolete `white` and `black`: that side is to move, and the engine plays
    /// the other.
    pub(super) fn set_side(&mut self, side: Color) -> Result<(), CecpError> {
        let position = self.session.position();
        if position.side_to_move() != side {
            let text = position.to_string();
            let fields: Vec<&str> = text.split(' ').collect();
            let letter = if side == Color::White { "w" } else { "b" };
            let [board, _, castling, ..] = fields[..] else {
                return Err(CecpError::Position(text));
            };
            let text = format!("{board} {letter} {castling} -");
            let position = Position::from_fen(position.rules(), &text);
            self.set_position(position.map_err(|error| CecpError::Position(error.to_string()))?);
            self.resume_analysis();
        }
        self.set_engine(EngineSides::One(!side));
        Ok(())
    }

    /// `draw`: the opponent offers a draw. The engine accepts it or ignores it.
    pub(super) fn answer_draw_offer(&mut self, output: &mut dyn Write) -> io::Result<()> {
        match self.session.engine() {
            EngineSides::One(side)
                if self.has_position()
                    && self.session.accepts_draw(side, self.thinking_score()) =>
            {
                writeln!(output, "offer draw")
            }
            _ => Ok(()),
        }
    }

    /// Claims the result of a finished game.
    ///
    /// Between two engines XBoard adjudicates claims by its own knowledge of the
    /// variant, and a false claim loses. In a variant that was only described to it,
    /// XBoard may see legal moves that do not exist. There the engine does not claim
    /// a win, which XBoard may detect or the loser concede, and offers a draw on
    /// stalemate.
    pub(super) fn claim_result(
        &mut self,
        outcome: Outcome,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        self.stop();
        let is_judged = self.opponent == Opponent::Program && self.dialect.is_described();
        if let EngineSides::One(own) = self.session.engine()
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
            other => &{
                let sentence = other.to_string().replacen("drawn", "Drawn", 1);
                format!("{} {{{sentence}}}", GameResult::from(other))
            },
        };
        writeln!(output, "{claim}")
    }
}
