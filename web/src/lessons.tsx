// Lessons: their list, and the text beside the board while one is open.

import type { JSX } from "preact";

import { annotations } from "./annotations";
import { close, Dialog, open } from "./dialogs";
import { ENDINGS, startOf, type Ending } from "./endings";
import { catalog, flipped, send, solved, state } from "./store";

export function openLesson(number: number): void {
  send({ type: "openLesson", number });
  close();
}

export function Lessons(): JSX.Element {
  const lessons = catalog.value?.lessons ?? [];
  const chapters = [...new Set(lessons.map((lesson) => lesson.chapter))];
  const done = (chapter: string) => {
    const problems = lessons.filter((lesson) => lesson.chapter === chapter && lesson.isProblem);
    if (problems.length === 0) return null;
    const count = problems.filter((lesson) => solved.value.has(lesson.title)).length;
    return <span class="hint">{` ${count} of ${problems.length} solved`}</span>;
  };
  return (
    <Dialog title="Lessons and problems">
      <div class="actions">
        <button type="button" class="main" onClick={() => open({ name: "trainer" })}>
          Path trainer
        </button>
      </div>
      {chapters.map((chapter) => (
        <section key={chapter}>
          <h3>
            {chapter}
            {done(chapter)}
          </h3>
          <ul class="lessons">
            {lessons.map(
              (lesson, number) =>
                lesson.chapter === chapter && (
                  <li key={number}>
                    <button type="button" data-lesson={number} onClick={() => openLesson(number)}>
                      {lesson.title}
                      {solved.value.has(lesson.title) && (
                        <span class="solved">
                          <span aria-hidden="true">✓</span> solved
                        </span>
                      )}
                    </button>
                  </li>
                ),
            )}
          </ul>
        </section>
      ))}
      <Endings />
    </Dialog>
  );
}

/** Endings that tablebases know, against the engine at full strength. */
function Endings(): JSX.Element {
  const fullStrength = (catalog.value?.levels.length ?? 21) - 1;
  return (
    <section>
      <h3>Endings</h3>
      <p class="hint">
        White is to move and wins. You play against Peregrine at full strength; its tablebases know
        the best defense.
      </p>
      <ul class="lessons">
        {ENDINGS.map((ending) => (
          <li key={ending.title}>
            <button
              type="button"
              onClick={() => {
                playEnding(ending, fullStrength);
                close();
              }}
            >
              {ending.title}: <span class="hint">{ending.task}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Plays an ending against the engine at its full strength. */
function playEnding(ending: Ending, fullStrength: number): void {
  flipped.value = false;
  send({
    type: "newGame",
    start: startOf(ending),
    players: {
      white: { type: "person" },
      black: { type: "engine", level: fullStrength, moveTime: 1000, book: false, ponder: false },
    },
    clock: null,
  });
}

/** The text at the current position, and the way to the other lessons. */
export function LessonPanel(): JSX.Element | null {
  const shown = state.value;
  const lesson = shown?.lesson;
  const all = catalog.value?.lessons ?? [];
  if (shown == null || lesson == null) return null;
  const node = shown.tree.find((other) => other.id === shown.node);
  const title = all[lesson.number]?.title ?? "";
  const text = annotations(node?.comment ?? "").text;
  const go = (to: number, label: string) => (
    <button type="button" disabled={all[to] === undefined} onClick={() => openLesson(to)}>
      {label}
    </button>
  );
  return (
    <section class="lesson" aria-label="Lesson">
      <h2>
        {title}
        {solved.value.has(title) && (
          <span class="solved">
            <span aria-hidden="true">✓</span> solved
          </span>
        )}
      </h2>
      {text !== "" && <p>{text}</p>}
      {lesson.unsolved && <p class="hint">Make your move on the board.</p>}
      <div class="actions">
        {(lesson.unsolved || lesson.hidden) && (
          <button type="button" onClick={() => send({ type: "showSolution" })}>
            {lesson.unsolved ? "Show the solution" : "Show the moves"}
          </button>
        )}
        {go(lesson.number - 1, "Previous lesson")}
        {go(lesson.number + 1, "Next lesson")}
        <button type="button" onClick={() => open({ name: "lessons" })}>
          All lessons
        </button>
      </div>
    </section>
  );
}
