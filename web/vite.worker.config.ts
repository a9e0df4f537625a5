import { defineConfig } from "vite";

// What only a page without a server has: its workers. site.mjs says which is built.
export default defineConfig({
  publicDir: false,
  build: {
    emptyOutDir: false,
    target: "es2022",
    modulePreload: false,
    rolldownOptions: {
      output: { entryFileNames: "[name].js" },
    },
  },
});
