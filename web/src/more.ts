// What the first board does not need: later.tsx loads it.

import "./hearing";
import { plainSet } from "./pieces";
import { plain } from "./plainpieces";

plainSet.value = plain;

export { Choice } from "./choice";
export { Dialogs } from "./dialogs";
export { Evaluations } from "./graphpicture";
export { LessonPanel } from "./lessonpanel";
export { MenuItems } from "./menuitems";
export { PieceHint } from "./hint";
export { Preview } from "./preview";
export { SharedActions, SharedGame } from "./sharedgame";
