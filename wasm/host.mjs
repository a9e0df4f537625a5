// What the modules import in Node.js: see `HOST_FUNCTIONS` of npm/src/instance.ts.

/** The imports of an instance with this memory. Nothing waits while it searches. */
export const imports = (memory) => ({
  env: {
    memory,
    now: () => performance.timeOrigin + performance.now(),
    today: () => Date.now(),
    random: () => Math.random(),
    pause: () => 0,
  },
});
