/** The first segment of the URLs of uploads, whose bodies are files. */
export const storageFolder = "_storage";
