// Which of several moves is meant: the question, which choice.tsx shows.

import { signal } from "@preact/signals";

import type { LegalMove } from "./messages";

export interface Question {
  number: number;
  moves: LegalMove[];
  answer: (move: LegalMove | null) => void;
}

export const question = signal<Question | null>(null);
let questions = 0;

/** Asks which of these moves is meant, if there are several. */
export function choose(moves: LegalMove[]): Promise<LegalMove | null> {
  const [only, ...others] = moves;
  if (only === undefined) return Promise.resolve(null);
  if (others.length === 0) return Promise.resolve(only);
  return new Promise((resolve) => {
    const asked: Question = {
      number: questions++,
      moves,
      answer: (move) => {
        if (question.value === asked) question.value = null;
        resolve(move);
      },
    };
    question.value = asked;
  });
}
