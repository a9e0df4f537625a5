/** The folder with the files, for the option `data` of the engine. */
export declare const data: URL;
