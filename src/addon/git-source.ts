/** Another repository that an addon's Kustomization reads, at a tag. */
export interface GitSource {
  readonly url: string;
  readonly tag: string;
  /** `metadata.name` of the GitRepository. @default - the addon's name */
  readonly name: string | undefined;
  /** `spec.ignore` of the GitRepository, in .gitignore's syntax. @default - Flux's own */
  readonly ignore: string | undefined;
}

/**
 * The source of an addon that comes from another repository. The addon says its `path` there.
 * https://fluxcd.io/flux/components/source/gitrepositories/
 */
export const gitSource = (
  url: string,
  tag: string,
  options: { readonly name?: string; readonly ignore?: string } = {},
): GitSource => ({ url, tag, name: options.name, ignore: options.ignore });
