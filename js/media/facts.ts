/** What is told of an image or a file beside its name: the numbers that prices need. */

/** What a media part is, as far as prices go; `src/tokens/media.h` says what each means. */
export const MediaShape = {
  other: 0,
  image: 1,
  document: 2,
  audio: 3,
  video: 4,
  text: 5,
  sealed: 6,
} as const;
export type MediaShape = (typeof MediaShape)[keyof typeof MediaShape];

/** How closely the host asks a model to look at an image. */
export const ImageDetail = { auto: 0, low: 1, high: 2, original: 3 } as const;
export type ImageDetail = (typeof ImageDetail)[keyof typeof ImageDetail];

/** Numbers of a media part: bytes and pixels, 0 where the host does not say. */
export interface MediaFacts {
  byteLength: number;
  width: number;
  height: number;
  /** Pages of a document, seconds of sound. */
  length: number;
  shape: MediaShape;
  detail: ImageDetail;
}
