/** What the sample's organization tells agents, in Markdown. */
export const instructionsForAgents = `Answer from the **User guide** first, and say which page you read.

* Say *Lumen* for the product, never *the platform*
* Give a command only where the documentation has it
* Do not repeat what is in the *Operations* collection: it is not for customers
`;
