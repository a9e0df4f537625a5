// The list of moves, with variations, comments and glyphs.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { annotations, type Annotations } from "./annotations";
import type { Shown } from "./completion";
import { symbol } from "./glyphs";
import type { TreeNode } from "./messages";
import { send, state } from "./store";

/** The game tree: the main line in two columns' width, variations indented. */
export function MoveList({ shown }: { shown: Shown }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    const box = list.current;
    if (current == null || box === null) return;
    const [top, bottom] = [current.offsetTop - box.offsetTop, current.offsetHeight];
    if (top < box.scrollTop || top + bottom > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }, [shown.node]);
  const children = new Map<number, TreeNode[]>();
  for (const node of shown.tree) {
    if (node.parent === null) continue;
    children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  }
  const root = shown.tree[0];
  return (
    <div class="moves" ref={list} aria-label="Moves" role="group">
      {root !== undefined && (
        <p class="comment">
          <CommentText node={root} />
        </p>
      )}
      <Line
        first={children.get(0)?.[0]}
        siblings={children.get(0) ?? []}
        all={children}
        depth={0}
      />
      {shown.result !== null && (
        <p class="result" role="status">
          <strong>{shown.result.result}</strong> {shown.result.reason}
        </p>
      )}
    </div>
  );
}

/** What a comment says, with scores and clocks apart from words, which the lesson panel shows. */
function CommentText({ node }: { node: TreeNode }): JSX.Element | null {
  const { text, score, details, clock } = said(node);
  const isInPanel = state.value?.lesson != null && node.id === state.value.node;
  return (
    <>
      {score !== null && (
        <span class="value" title={["White's view", ...details].join(", ")}>
          {score}
        </span>
      )}
      {score === null && details.length > 0 && <span class="value">{details.join(", ")}</span>}
      {clock !== null && <span class="value">clock {clock}</span>}
      {!isInPanel && text}
    </>
  );
}

/** A comment before or behind a variation. */
function Aside({ text }: { text: string }): JSX.Element | null {
  const words = annotations(text).text;
  return words === "" ? null : <span class="comment">{words}</span>;
}

function said(node: TreeNode): Annotations {
  return annotations(node.comment, node.number.includes("...") ? "b" : "w");
}

/** Whether there is anything to show of a comment. */
function hasComment(node: TreeNode): boolean {
  const { text, score, details, clock } = said(node);
  const isInPanel = state.value?.lesson != null && node.id === state.value.node;
  return (text !== "" && !isInPanel) || score !== null || clock !== null || details.length > 0;
}

function Line(props: {
  first: TreeNode | undefined;
  siblings: TreeNode[];
  all: Map<number, TreeNode[]>;
  depth: number;
}): JSX.Element {
  const parts: JSX.Element[] = [];
  let node = props.first;
  let others = props.siblings.filter((other) => other !== node);
  let numbered = false;
  while (node !== undefined) {
    const isWhite = !node.number.includes("...");
    parts.push(<MoveButton key={node.id} node={node} numbered={isWhite || !numbered} />);
    numbered = true;
    if (hasComment(node)) {
      parts.push(
        <span class="comment" key={`c${node.id}`}>
          <CommentText node={node} />
        </span>,
      );
      numbered = false;
    }
    for (const other of others) {
      parts.push(
        <div class="variation" key={`v${other.id}`}>
          <Aside text={other.before} />
          <Line first={other} siblings={[]} all={props.all} depth={props.depth + 1} />
          <Aside text={other.behind} />
        </div>,
      );
      numbered = false;
    }
    const next: TreeNode[] = props.all.get(node.id) ?? [];
    node = next[0];
    others = next.slice(1);
  }
  return <>{parts}</>;
}

function MoveButton({ node, numbered }: { node: TreeNode; numbered: boolean }): JSX.Element {
  const isCurrent = state.value?.node === node.id;
  return (
    <button
      type="button"
      class="move"
      data-node={node.id}
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => send({ type: "goTo", node: node.id })}
    >
      {numbered && <span class="number">{node.number}</span>}
      {node.san}
      {node.glyphs.map(symbol).join("")}
    </button>
  );
}
