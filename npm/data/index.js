/** The folder with the files, for the option `data` of the engine. */
export const data = new URL("./", import.meta.url);
