/** The tables of content: revisions, what their trees are stored in, documents and the bytes of files. */

export interface RevisionTable {
  id: string;
  space_id: string;
  type: "edits" | "merge" | "rollback" | "update" | "computed";
  /** The hash of the tree's root object. */
  root: string;
  /** JSON list of revision ids. */
  parents: string;
  /** The change request that a merge came from. */
  merged_from: string | null;
  /** JSON: the commit that it came from or went to. */
  git: string | null;
  /** Null if no person created it. */
  created_by: string | null;
  created_at: string;
}

/** A piece of a tree: the root, or some items of a list. */
export interface TreeObjectTable {
  space_id: string;
  /** Of `body`. */
  hash: string;
  /** JSON. */
  body: string;
}

/** A rich text, with its references and anchors. */
export interface DocumentTable {
  space_id: string;
  /** Of `body`. */
  hash: string;
  /** JSON. */
  body: string;
  /** JSON: what it refers to, in the order of the text. */
  refs: string;
  /** JSON: the anchors that links can lead to. */
  anchors: string;
}

/** Which other spaces a document points into. */
export interface DocumentSpaceTable {
  target_space_id: string;
  space_id: string;
  hash: string;
}

/** The bytes of files, once for all spaces that have them. */
export interface BlobTable {
  /** SHA-256 in hex. */
  hash: string;
  size: number;
  /** Base64, as an export is one text. */
  bytes: string;
}

export interface SpaceBlobTable {
  space_id: string;
  hash: string;
}

export interface AgentInstructionsTable {
  organization_id: string;
  /** JSON: a document. */
  instructions: string;
  updated_at: string;
  updated_by: string;
}

declare module "../../database/tables.ts" {
  interface Tables {
    revisions: RevisionTable;
    tree_objects: TreeObjectTable;
    documents: DocumentTable;
    document_spaces: DocumentSpaceTable;
    blobs: BlobTable;
    space_blobs: SpaceBlobTable;
    agent_instructions: AgentInstructionsTable;
  }
}
