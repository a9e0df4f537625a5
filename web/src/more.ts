// What the first board does not need: later.tsx loads it.

import "./hearing";
import { plainSet } from "./pieces";
import { plain } from "./plainpieces";

plainSet.value = plain;

export { Captured, WrittenClock } from "./captured";
export { Choice } from "./choice";
export { canMark, markByKey } from "./commands";
export { Dialogs } from "./dialogs";
export { FileSteps } from "./filesteps";
export { Graph } from "./graph";
export { StorageBanner } from "./storagebanner";
export { LessonPanel } from "./lessonpanel";
export { EvaluationBar, Lines, Progress } from "./lines";
export { BlockedSquares, Marks, Paths } from "./marks";
export { MenuItems } from "./menuitems";
export { MoveList } from "./movelist";
export { PieceHint } from "./hint";
export { PlayActions } from "./playactions";
export { Reference } from "./reference";
export { SharedActions, SharedGame } from "./sharedgame";
