import type { BucketProps } from '../constructs/bucket.js';
import type { GitRepositoryProps } from '../constructs/git-repository.js';
import type { OCIRepositoryProps } from '../constructs/oci-repository.js';
import type { ExternalMark } from '../constructs/reference.js';

/** What a Git source fetches: one of these, since Flux would silently ignore the others. */
export type GitRef =
  | OneOf<{ readonly branch: string }>
  | OneOf<{ readonly tag: string }>
  /** A range of the tags that are versions; Flux takes the newest. */
  | OneOf<{ readonly semver: string }>
  /** A whole reference: `refs/pull/420/head`. */
  | OneOf<{ readonly name: string }>
  /** A commit; with its `branch`, Flux fetches no more than that. */
  | OneOf<{ readonly commit: string; readonly branch?: string }>;

/** What an OCI source fetches: one of these, since Flux would silently ignore the others. */
export type OciRef =
  | OneOfOci<{ readonly tag: string }>
  | OneOfOci<{ readonly semver: string; readonly semverFilter?: string }>
  /** The `tag` beside a digest is for readers. */
  | OneOfOci<{ readonly digest: `sha256:${string}`; readonly tag?: string }>;

type Only<T, K extends string> = T & { readonly [Other in Exclude<K, keyof T>]?: never };
type OneOf<T> = Only<T, 'branch' | 'commit' | 'name' | 'semver' | 'tag'>;
type OneOfOci<T> = Only<T, 'digest' | 'semver' | 'semverFilter' | 'tag'>;

/** https://fluxcd.io/flux/components/source/gitrepositories/; it lives beside the addon's Kustomization. */
export interface GitSourceProps extends Omit<GitRepositoryProps, 'namespace' | 'ref'> {
  /** The branch, tag, range or commit that Flux fetches. */
  readonly ref: GitRef;
}

/** https://fluxcd.io/flux/components/source/ocirepositories/; it lives beside the addon's Kustomization. */
export interface OciSourceProps extends Omit<OCIRepositoryProps, 'namespace' | 'ref'> {
  /** The tag, range or digest that Flux fetches. */
  readonly ref: OciRef;
}

/** https://fluxcd.io/flux/components/source/buckets/; it lives beside the addon's Kustomization. */
export type BucketSourceProps = Omit<BucketProps, 'namespace'>;

/** A source that the addon doesn't make. */
export interface SourceReference extends ExternalMark {
  /** The kind of the source. */
  readonly kind: 'Bucket' | 'ExternalArtifact' | 'GitRepository' | 'OCIRepository';
  /** `metadata.name` of the source. */
  readonly name: string;
  /** Where the source lives. @default - that of the addon's Kustomization */
  readonly namespace?: string;
}

export const ADDON_SOURCE: unique symbol = Symbol.for('fluxspan.addonSource') as never;

interface Source<K, P> {
  readonly kind: K;
  readonly props: P;
}

/** A Git repository that an addon's Kustomization reads. */
export type GitSource = Source<'GitRepository', GitSourceProps>;
/** An artifact in an OCI registry that an addon's Kustomization reads. */
export type OciSource = Source<'OCIRepository', OciSourceProps>;
/** A bucket that an addon's Kustomization reads. */
export type BucketSource = Source<'Bucket', BucketSourceProps>;
/** A source that is there without the addon, and that its Kustomization reads. */
export type ExistingSource = Source<'existing', SourceReference>;
/** What an addon's Kustomization reads in place of the tree. */
export type AddonSource = GitSource | OciSource | BucketSource | ExistingSource;

const sourceOf = <K, P>(kind: K, props: P): Source<K, P> => ({ [ADDON_SOURCE as symbol]: true, kind, props });

export const isAddonSource = (value: unknown): value is AddonSource =>
  typeof value === 'object' && value !== null && ADDON_SOURCE in value;

/**
 * The Git repository that holds an addon's objects. The addon says its `path` there. The source is named after the addon,
 * unless it has a `name`.
 *
 * @example gitSource('https://github.com/kubernetes-sigs/gateway-api', 'v1.6.1')
 * @example gitSource({ url: 'https://git.example.org/apps', ref: { branch: 'main' }, secretRef: { name: 'git' } })
 */
export function gitSource(url: string, tag: string, options?: Omit<GitSourceProps, 'ref' | 'url'>): GitSource;
export function gitSource(source: GitSourceProps): GitSource;
export function gitSource(
  source: GitSourceProps | string,
  tag = '',
  options: Omit<GitSourceProps, 'ref' | 'url'> = {},
): GitSource {
  return sourceOf('GitRepository', typeof source === 'string' ? { ...options, url: source, ref: { tag } } : source);
}

/**
 * The artifact in an OCI registry that holds an addon's objects, as `flux push artifact` makes it. The addon says its
 * `path` there.
 */
export const ociSource = (source: OciSourceProps): OciSource => sourceOf('OCIRepository', source);

/** The bucket that holds an addon's objects. The addon says its `path` there. */
export const bucketSource = (source: BucketSourceProps): BucketSource => sourceOf('Bucket', source);

/**
 * A source that another addon makes, or that is there without fluxspan (`external: true`). Flux reads an
 * ExternalArtifact only with the feature gate `ExternalArtifact` of kustomize-controller, which is off by default.
 */
export const existingSource = (source: SourceReference): ExistingSource => sourceOf('existing', source);

/** What a source fetches: as the addon says, or the `version` that the cluster's code gives. */
export const refOfSource = <S extends GitSource | OciSource>(
  { props: { ref } }: S,
  version: string | undefined,
): S['props']['ref'] => {
  if (version === undefined) return ref;
  return ref.semver === undefined ? { tag: version } : ({ ...ref, semver: version } as S['props']['ref']);
};

/** Whether the cluster's code may give a version of it. */
export const hasVersion = (source: AddonSource): source is GitSource | OciSource =>
  source.kind === 'GitRepository' || source.kind === 'OCIRepository';

/** The tag that a source fetches; undefined where it fetches something else. */
export const versionOf = (source: GitSource | OciSource): string | undefined => {
  const { ref } = source.props as { readonly ref?: { readonly tag?: unknown; readonly digest?: unknown } };
  return typeof ref?.tag === 'string' && ref.digest === undefined ? ref.tag : undefined;
};

/** Where an addon's files are, in one line. Its version isn't part of it: that changes more often than anything else. */
export const describeSource = (source: AddonSource): string => {
  if (source.kind === 'existing') {
    const { kind, name, namespace } = source.props;
    return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
  }
  return source.kind === 'Bucket' ? `${source.props.endpoint}/${source.props.bucketName}` : source.props.url;
};
