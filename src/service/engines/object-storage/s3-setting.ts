/** Settings of an S3-compatible object storage. */

export interface S3Setting {
  /** The URL of the service without the bucket: `https://s3.example.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** The start of all keys: empty, or ends with a slash. */
  readonly prefix: string;
  readonly keyId: string;
  readonly secret: string;
  /** The time in days that an object is kept after its last use. */
  readonly keepDays: number;
  /** The maximum time in milliseconds without any progress of a request. */
  readonly patience?: number | undefined;
}
