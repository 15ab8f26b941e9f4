/** A container image, in the parts that its reference has. */
export interface ImageReference {
  /** `ghcr.io/acme/web`; what Flux's setters call the name. */
  readonly name: string;
  readonly tag: string | undefined;
  /** `sha256:…` */
  readonly digest: string | undefined;
}

/** The grammar of https://github.com/distribution/reference, which containerd and Flux read references by. */
const PATH = '[a-z\\d]+(?:(?:[._]|__|-+)[a-z\\d]+)*';
const HOST =
  '(?:[A-Za-z\\d](?:[A-Za-z\\d-]*[A-Za-z\\d])?(?:\\.[A-Za-z\\d](?:[A-Za-z\\d-]*[A-Za-z\\d])?)*|\\[[\\dA-Fa-f:]+\\])(?::\\d+)?';
const TAG = '\\w[\\w.-]{0,127}';
const DIGEST = '[A-Za-z][A-Za-z\\d]*(?:[-_+.][A-Za-z][A-Za-z\\d]*)*:[\\dA-Fa-f]{32,}';

const REFERENCE = new RegExp(`^((?:${HOST}/)?${PATH}(?:/${PATH})*)(?::(${TAG}))?(?:@(${DIGEST}))?$`);
const WHOLE_TAG = new RegExp(`^${TAG}$`);
const WHOLE_DIGEST = new RegExp(`^${DIGEST}$`);

/** A name may have this many characters. */
const LONGEST_NAME = 255;

/** Undefined for a text that isn't a reference of an image. */
export const parseImage = (text: string): ImageReference | undefined => {
  // Patterns that repeat run long on hostile text.
  if (text.length > 1024) return undefined;
  const [, name, tag, digest] = REFERENCE.exec(text) ?? [];
  return name === undefined || name.length > LONGEST_NAME ? undefined : { name, tag, digest };
};

export const isImageTag = (text: string): boolean => WHOLE_TAG.test(text);
export const isImageDigest = (text: string): boolean => text.length <= 1024 && WHOLE_DIGEST.test(text);
