// The list of lessons, problems and endings.

import type { JSX } from "preact";

import { close, open } from "./dialog";
import { Dialog } from "./dialogs";
import { ENDINGS, startOf, type Ending } from "./endings";
import { openLesson } from "./lessonpanel";
import { catalog, flipped, send, solved } from "./store";

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
