import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, objectsOfKind, placeIn, type StateIndex, specOf } from '../rule.js';

const sourceRef = defineDiagnostic({
  code: 'FX659',
  name: 'source-ref',
  severity: 'error',
  summary:
    'A source has a tag, digest, branch or commit in a form that no registry or Git repository uses, so Flux never finds it. As a notice: a chart has a tag such as latest, which helm push does not make.',
  page: {
    example: "ociSource({ url: 'oci://ghcr.io/example/app', ref: { digest: 'sha256:4f53cd' } })",
    flux: "unable to resolve commit object for '4f53cd': object not found   // and of a registry: MANIFEST_INVALID",
    right: "ref: { digest: 'sha256:' + 64 hexadecimal digits }   // and of Git, the whole commit",
  },
  exceptable: true,
});

/** The problem with a text, in words that continue its value, and the fix. */
type Fault = readonly [what: string, fix: string];

interface Ref {
  /** The first of these that is set is what Flux fetches. */
  readonly order: readonly string[];
  /** By field: the field that Flux reads together with it. */
  readonly beside: Readonly<Record<string, string>>;
  readonly faultOf: Readonly<Record<string, (text: string) => Fault | undefined>>;
}

/** https://git-scm.com/docs/git-check-ref-format */
const isRefName = (name: string): boolean =>
  !/[\0- \x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/.test(name) &&
  name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));

const refName =
  (called: string) =>
  (name: string): Fault | undefined =>
    isRefName(name) ? undefined : [`isn't a name that a ${called} can have in Git`, `give the name of the ${called}`];

const git: Ref = {
  order: ['commit', 'name', 'semver', 'tag', 'branch'],
  beside: { commit: 'branch' },
  faultOf: {
    branch: refName('branch'),
    tag: refName('tag'),
    name: (name) =>
      name === 'HEAD' || (name.startsWith('refs/') && isRefName(name))
        ? undefined
        : [
            "isn't a whole reference",
            'write it from the root: refs/heads/main, refs/tags/v1.0.0 or refs/pull/420/head',
          ],
    commit: (commit) =>
      /^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(commit)
        ? undefined
        : ["isn't a whole commit (40 hexadecimal digits)", 'give what git rev-parse prints for it'],
  },
};

const isTag = (text: string): boolean => /^\w[\w.-]{0,127}$/.test(text);

const oci: Ref = {
  order: ['digest', 'semver', 'tag'],
  beside: {},
  faultOf: {
    // https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests
    tag: (tag) =>
      isTag(tag)
        ? undefined
        : ["isn't a tag that a registry can have", 'give letters, digits, "_", "." and "-" alone, 128 at most'],
    // Flux's client compares it with the SHA-256 of the artifact.
    digest: (digest) =>
      /^sha256:[0-9a-f]{64}$/.test(digest)
        ? undefined
        : ["isn't a whole digest (sha256: and 64 hexadecimal digits)", 'give what flux push artifact printed'],
  },
};

const refs: Readonly<Record<string, Ref>> = { GitRepository: git, OCIRepository: oci };

/** The ref of a source has a form that its registry or repository accepts. */
export const sourceRefRule = defineRule([sourceRef], (_, report, { index }) => {
  for (const problem of unpushedTags(index)) report(problem);
  for (const [kind, { order, beside, faultOf }] of Object.entries(refs)) {
    for (const object of objectsOfKind(index, `source.toolkit.fluxcd.io/${kind}`)) {
      const { ref } = specOf(object);
      if (!isObject(ref)) continue;
      const first = order.find((field) => ref[field] !== undefined && ref[field] !== '');
      for (const field of first === undefined ? [] : [first, beside[first] ?? first]) {
        const text = ref[field];
        if (typeof text !== 'string' || text === '' || holdsExpression(text)) continue;
        const fault = faultOf[field]?.(text);
        if (fault === undefined) continue;
        report(
          diagnose(sourceRef, {
            message: `${object.title} fetches the ${field} ${JSON.stringify(text)}, which ${fault[0]}`,
            at: placeIn(object, `spec.ref.${field}`),
            fix: fault[1],
          }),
        );
      }
    }
  }
});

/**
 * Charts whose tag isn't a version. helm push makes no other, so somebody has to move the tag by another tool.
 * https://helm.sh/docs/topics/registries/
 */
const unpushedTags = (index: StateIndex): readonly Diagnostic[] => {
  const charts = new Set(
    objectsOfKind(index, 'helm.toolkit.fluxcd.io/HelmRelease').flatMap((release) => {
      const { kind, name, namespace = release.namespace } = fieldsOf(specOf(release)['chartRef']);
      return kind === 'OCIRepository' ? [`${namespace}/${name}`] : [];
    }),
  );
  return objectsOfKind(index, 'source.toolkit.fluxcd.io/OCIRepository').flatMap((object) => {
    const { semver, digest, tag } = fieldsOf(specOf(object)['ref']);
    if (!charts.has(`${object.namespace}/${object.name}`) || semver !== undefined || digest !== undefined) return [];
    // Without a ref, Flux takes that tag.
    const text = tag ?? 'latest';
    if (typeof text !== 'string' || /^v?\d/.test(text) || !isTag(text) || holdsExpression(text)) return [];
    return [
      diagnose(sourceRef, {
        message: `${object.title} fetches the tag "${text}" of a chart${tag === undefined ? ', since it names none' : ''}, and helm push makes a tag of each version alone`,
        at: placeIn(object, tag === undefined ? 'spec.ref' : 'spec.ref.tag'),
        severity: 'notice',
        fix: "give the version as the tag, or a range: ref: { semver: '1.x' }",
      }),
    ];
  });
};
