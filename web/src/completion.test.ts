import { expect, test } from "vitest";

import { Completion } from "./completion";
import type { Message, TreeNode } from "./messages";

type Sent = Extract<Message, { type: "state" }>;

const sent = (tree: TreeNode[] | null, savedMoves: string | null, savedRest: string) =>
  ({ type: "state", tree, savedMoves, savedRest }) as Sent;

test("a state keeps the tree of the last one that had it", () => {
  const completion = new Completion();
  const root = { id: 0 } as TreeNode;
  const first = completion.complete(sent([root], '{"moves":[],', '"node":0}'));
  expect(first).toMatchObject({ tree: [root], saved: '{"moves":[],"node":0}' });
  const second = completion.complete(sent(null, null, '"node":1}'));
  expect(second.saved).toBe('{"moves":[],"node":1}');
  // What is drawn from it need not be drawn again.
  expect(second.tree).toBe(first.tree);
  const third = completion.complete(sent([], '{"moves":[1],', '"node":1}'));
  expect(third).toMatchObject({ tree: [], saved: '{"moves":[1],"node":1}' });
});
