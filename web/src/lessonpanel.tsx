// The text of a lesson beside the board while it is open.

import type { JSX } from "preact";

import { annotations } from "./annotations";
import { close, open } from "./dialog";
import { catalog, send, solved, state } from "./store";

export function openLesson(number: number): void {
  send({ type: "openLesson", number });
  close();
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
