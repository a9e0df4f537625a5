import { defineConfig } from "vite";

// Few files with fixed names: the engine embeds them.
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    // The page's policy forbids styles inside of other files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: "app.js",
        chunkFileNames: "[name].js",
        assetFileNames: (asset) =>
          asset.names.includes("index.css") ? "app.css" : "[name][extname]",
      },
    },
  },
});
