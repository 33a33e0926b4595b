/** How titles become parts of addresses: lower case, dashes for spaces, letters of every script kept. */
export { slug } from "github-slugger";
