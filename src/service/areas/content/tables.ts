/** Tables of content: revisions, stored trees, documents and file contents. */

export interface RevisionTable {
  id: string;
  space_id: string;
  type: "edits" | "merge" | "rollback" | "update" | "computed";
  /** The hash of the tree's root object. */
  root: string;
  /** JSON list of revision ids. */
  parents: string;
  /** The change request of a merge. */
  merged_from: string | null;
  /** The Git commit that it was imported from or exported to, as JSON. */
  git: string | null;
  /** Null if no user created it. */
  created_by: string | null;
  created_at: string;
}

/** A path that a published page no longer has. A page may take the path of another one. */
export interface PagePathTable {
  space_id: string;
  /** The slugs of the page and its ancestors, joined by `/`; empty if the page did not exist before. */
  path: string;
  page_id: string;
  /** The time at which it lost the path, as a number that increases with each change of paths. */
  position: number;
}

/** An object of a stored tree: the root, or a part of a list. */
export interface TreeObjectTable {
  space_id: string;
  /** Of `body`. */
  hash: string;
  /** JSON. */
  body: string;
}

/** A document, with its references and anchors. */
export interface DocumentTable {
  space_id: string;
  /** Of `body`. */
  hash: string;
  /** JSON. */
  body: string;
  /** Its references as JSON, in the order of the text. */
  refs: string;
  /** The anchors that links can refer to, as JSON. */
  anchors: string;
}

/** The other spaces that a document refers to. */
export interface DocumentSpaceTable {
  target_space_id: string;
  space_id: string;
  hash: string;
}

/** The contents of files, once for all spaces. */
export interface BlobTable {
  /** SHA-256 in hex. */
  hash: string;
  size: number;
  /** Base64, because an export is text; empty if an object has the contents. */
  bytes: string;
  /** The name of the object in the object storage; null if the contents are in `bytes`. */
  object: string | null;
}

/**
 * An object in the object storage. Each upload creates its own object, which is never
 * overwritten, so the removal of an unused object cannot affect a later upload.
 */
export interface FileObjectTable {
  /** The key in the bucket. */
  name: string;
  /** SHA-256 of the contents, in hex. */
  hash: string;
  size: number;
  /** The row precedes the upload and survives the removal, so that no object is forgotten. */
  state: "uploading" | "stored" | "removing";
  created_at: string;
  /** The time at which no contents referred to it; null while it is used. */
  unused_since: string | null;
}

export interface SpaceBlobTable {
  space_id: string;
  hash: string;
}

export interface AgentInstructionsTable {
  organization_id: string;
  /** A document as JSON. */
  instructions: string;
  updated_at: string;
  updated_by: string;
}

declare module "../../database/tables.ts" {
  interface CoreTables {
    revisions: RevisionTable;
    page_paths: PagePathTable;
    tree_objects: TreeObjectTable;
    documents: DocumentTable;
    document_spaces: DocumentSpaceTable;
    blobs: BlobTable;
    space_blobs: SpaceBlobTable;
    file_objects: FileObjectTable;
    agent_instructions: AgentInstructionsTable;
  }
}
