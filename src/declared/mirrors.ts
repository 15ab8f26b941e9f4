import { type ApiObject, JsonPatch } from 'cdk8s';
import { groupOf } from '../constructs/reference.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { mirrorMismatch } from './diagnostics.js';

interface SecretRef {
  /** A Secret in the source's namespace: `flux-system`, or that of a release. */
  readonly name: string;
}

/** Where a mirrored source is fetched from, and how. */
export interface Mirror {
  /** Replaces the prefix. A Helm repository may be mirrored to an `oci://` registry. */
  readonly url: string;
  /** Credentials: https://fluxcd.io/flux/components/source/ocirepositories/#secret-reference */
  readonly secretRef?: SecretRef;
  /** A CA or client certificate. A GitRepository takes it from `secretRef` instead. */
  readonly certSecretRef?: SecretRef;
  /** A proxy's address and credentials; of Git and OCI repositories. */
  readonly proxySecretRef?: SecretRef;
  /** Whose workload identity logs in. @default - none: `generic` */
  readonly provider?: 'generic' | 'aws' | 'azure' | 'gcp' | 'github';
  /** Speaks HTTP with the registry; of OCI sources. @default false */
  readonly insecure?: boolean;
}

/** By prefix of a source's URL. Of several that match, the longest wins; a prefix ends at a slash, or with the URL. */
export type Mirrors = Readonly<Record<string, string | Mirror>>;

type SourceKind = 'HelmRepository' | 'OCIRepository' | 'GitRepository';

const fieldsOf: Readonly<Record<SourceKind, readonly (keyof Mirror)[]>> = {
  HelmRepository: ['secretRef', 'certSecretRef', 'provider', 'insecure'],
  OCIRepository: ['secretRef', 'certSecretRef', 'proxySecretRef', 'provider', 'insecure'],
  GitRepository: ['secretRef', 'proxySecretRef', 'provider'],
};

const isSource = (object: ApiObject): boolean =>
  groupOf(object.apiVersion) === 'source.toolkit.fluxcd.io' && Object.hasOwn(fieldsOf, object.kind);

/** Undefined for a source that has none: what is wrong with it is said of every object. */
const urlOf = (object: ApiObject): string | undefined => {
  try {
    const { url } = ((object.toJson() as { spec?: object }).spec ?? {}) as { readonly url?: unknown };
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
};

const schemeOf = (url: string): string => url.slice(0, url.indexOf('://'));

/** Redirects the sources of one cluster, in place. */
export class MirrorRules {
  readonly #rules: readonly (readonly [prefix: string, mirror: Mirror])[];
  readonly #required: boolean;

  constructor(mirrors: Mirrors, required: boolean) {
    this.#required = required;
    this.#rules = Object.entries(mirrors)
      .map(
        ([prefix, mirror]) =>
          [prefix.replace(/\/+$/, ''), typeof mirror === 'string' ? { url: mirror } : mirror] as const,
      )
      .sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  }

  redirect(object: ApiObject, report: (problem: Diagnostic) => void): void {
    if ((this.#rules.length === 0 && !this.#required) || !isSource(object)) return;
    const kind = object.kind as SourceKind;
    const url = urlOf(object);
    if (url === undefined) return;
    const at = { object: `${kind}/${object.name}`, path: 'spec.url' };
    const rule = this.#rules.find(([prefix]) => url === prefix || url.startsWith(`${prefix}/`));
    if (rule === undefined) {
      if (!this.#required) return;
      report(
        diagnose(mirrorMismatch, {
          message: `no mirror covers the source "${url}"`,
          at,
          fix: `add it to the cluster's mirrors: { '${url}': '…' }`,
        }),
      );
      return;
    }
    const [prefix, mirror] = rule;
    const target = `${mirror.url.replace(/\/+$/, '')}${url.slice(prefix.length)}`;
    const fault = mirrorFault(kind, url, target, mirror);
    if (fault !== undefined) {
      report(
        diagnose(mirrorMismatch, {
          message: `the mirror of "${prefix}" does not fit ${kind} "${object.name}": ${fault.why}`,
          at,
          fix: fault.fix,
        }),
      );
      return;
    }
    const becomesOci = kind === 'HelmRepository' && schemeOf(target) === 'oci';
    object.addJsonPatch(
      JsonPatch.replace('/spec/url', target),
      ...(becomesOci ? [JsonPatch.add('/spec/type', 'oci')] : []),
      ...fieldsOf[kind].flatMap((field) =>
        mirror[field] === undefined ? [] : [JsonPatch.add(`/spec/${field}`, mirror[field])],
      ),
    );
  }
}

const mirrorFault = (
  kind: SourceKind,
  url: string,
  target: string,
  mirror: Mirror,
): { why: string; fix: string } | undefined => {
  const schemes: Readonly<Record<SourceKind, readonly string[]>> = {
    HelmRepository: ['https', 'http', 'oci'],
    OCIRepository: ['oci'],
    GitRepository: ['https', 'http', 'ssh'],
  };
  if (!schemes[kind].includes(schemeOf(target))) {
    return {
      why: `"${target}" replaces "${url}"`,
      fix: `give a URL that starts with ${schemes[kind].map((one) => `${one}://`).join(' or ')}`,
    };
  }
  for (const field of ['certSecretRef', 'proxySecretRef', 'insecure'] as const) {
    if (mirror[field] === undefined || fieldsOf[kind].includes(field)) continue;
    return {
      why: `it has no field "${field}"`,
      fix:
        field === 'certSecretRef'
          ? 'put ca.crt into the Secret of `secretRef`, from which Git sources read it; a prefix of its own may say so'
          : `give ${kind}s a prefix of their own, without ${field}`,
    };
  }
  if (mirror.provider === 'github' && kind !== 'GitRepository')
    return { why: 'the provider "github" is for Git', fix: 'take another provider' };
  if ((mirror.provider === 'aws' || mirror.provider === 'gcp') && kind === 'GitRepository') {
    return { why: `Git has no provider "${mirror.provider}"`, fix: 'take "generic", "azure" or "github"' };
  }
  if (mirror.insecure === true && schemeOf(target) !== 'oci') {
    return { why: '`insecure` is for OCI registries', fix: 'write http:// in its url instead' };
  }
  return undefined;
};
