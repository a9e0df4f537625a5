import { expect, test, vi } from "vitest";

/** The module as a page with this query has it. */
async function storageOf(search: string) {
  vi.resetModules();
  const kept: Record<string, string> = { game: "mine", settings: "dark" };
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => {
      kept[key] = text;
    },
    removeItem: (key: string) => delete kept[key],
  };
  vi.stubGlobal("location", { search });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("localStorage", storage);
  return { kept, storage: await import("./storage") };
}

test("a board within another page takes no other game and keeps none", async () => {
  const { kept, storage } = await storageOf("?board");
  expect(storage.read("session", "game")).toBeNull();
  expect(storage.read("local", "settings")).toBe("dark");
  expect(storage.write("session", "game", "its")).toBe(true);
  expect(storage.read("session", "game")).toBe("its");
  storage.remove("session", "game");
  expect(storage.read("session", "game")).toBeNull();
  expect(kept).toEqual({ game: "mine", settings: "dark" });
});

test("a page of its own keeps what it is given", async () => {
  const { kept, storage } = await storageOf("");
  expect(storage.read("session", "game")).toBe("mine");
  storage.write("session", "game", "next");
  expect(kept["game"]).toBe("next");
  storage.remove("session", "game");
  expect(storage.read("session", "game")).toBeNull();
});
