import { posix } from 'node:path';
import { isFluxKustomization, ownerKey, ROOT } from '../../applied/cluster-state.js';
import type { ObjectId } from '../../applied/object-id.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import type { DeclaredRemoval } from '../../declared/removal.js';
import { type Diagnostic, diagnose, nearest, ties } from '../../diagnostics/index.js';
import { removalUnmatched } from '../diagnostics.js';
import type { Deletion } from '../model/owner-changes.js';

type Target = DeclaredRemoval['what'];

/** Whether a declaration names this removal or replacement. */
export const covers = ({ what }: DeclaredRemoval, { object, owners }: Pick<Deletion, 'object' | 'owners'>): boolean => {
  if (typeof what !== 'string') return isTarget(what, object.id);
  // The plan no longer has the addon, so its Kustomization may have been in any namespace.
  const isIts = (key: string) => parseOwnerKey(key).name === what;
  return (
    owners.some(isIts) ||
    (isFluxKustomization(object.id) && isIts(ownerKey(object.id))) ||
    // The addon's Git source is in the same file as its Kustomization.
    object.holdings.some(({ owner, path }) => owner === ROOT && posix.basename(path) === `${what}.yaml`)
  );
};

const isTarget = (what: Exclude<Target, string>, id: ObjectId): boolean =>
  what.kind === id.kind &&
  what.name === id.name &&
  (what.namespace === undefined || what.namespace === id.namespace) &&
  (what.group === undefined || what.group === id.group);

/** The field that a declaration leaves open, with its possible values. Such a declaration declares nothing. */
export interface Ambiguity {
  readonly field: 'group' | 'namespace';
  readonly values: readonly [string, string, ...string[]];
}

/** Whether a declaration without group or namespace matches objects of several. */
export const ambiguityOf = ({ what }: DeclaredRemoval, candidates: readonly Deletion[]): Ambiguity | undefined => {
  if (typeof what === 'string') {
    const keys = candidates.flatMap(({ object, owners }) =>
      isFluxKustomization(object.id) ? [...owners, ownerKey(object.id)] : owners,
    );
    return severalOf(
      'namespace',
      keys.filter((key) => parseOwnerKey(key).name === what).map((key) => parseOwnerKey(key).namespace),
    );
  }
  const ids = candidates.map(({ object }) => object.id).filter((id) => isTarget(what, id));
  return (
    (what.group === undefined
      ? severalOf(
          'group',
          ids.map(({ group }) => group),
        )
      : undefined) ??
    (what.namespace === undefined
      ? severalOf(
          'namespace',
          ids.map(({ namespace }) => namespace),
        )
      : undefined)
  );
};

const severalOf = (field: Ambiguity['field'], all: readonly string[]): Ambiguity | undefined => {
  const [first, second, ...rest] = [...new Set(all)].sort();
  return first === undefined || second === undefined ? undefined : { field, values: [first, second, ...rest] };
};

/** Reports a declaration that matches objects of several groups or namespaces. */
export const ambiguousDeclaration = (
  cluster: string,
  kind: keyof typeof verbs,
  declared: DeclaredRemoval,
  { field, values }: Ambiguity,
): Diagnostic => {
  const source = declared.place();
  const { what } = declared;
  const several = `${values.length} ${field === 'group' ? 'API groups' : 'namespaces'}`;
  const name =
    typeof what === 'string'
      ? `.${verbs[kind].method}({ kind: 'Kustomization', name: '${what}', namespace: '${values[0]}' }, { reason: '…' })`
      : `${field}: '${values[0]}'`;
  return diagnose(removalUnmatched, {
    message: `the ${kind} of ${describe(what)} could mean ${typeof what === 'string' ? 'Kustomizations' : 'objects'} of ${several}, so it declares none of them: ${values.map((value) => `"${value}"`).join(', ')}`,
    at: { cluster, ...(source === undefined ? {} : { source }) },
    ...(typeof what === 'string' ? { ties: { follows: [ties.tenant(what)] } } : {}),
    fix: `name the ${field}, with a line for each that is ${verbs[kind].happens}: ${name}`,
  });
};

const nameOf = (what: Target): string => (typeof what === 'string' ? what : what.name);

/** Names that the user may have intended: of Kustomizations for an addon, of the same kind for an object. */
const namesLike = (what: Target, candidates: readonly Deletion[]): readonly string[] =>
  candidates.flatMap(({ object: { id } }) =>
    (typeof what === 'string' ? isFluxKustomization(id) : id.kind === what.kind) ? [id.name] : [],
  );

const describe = (what: Target): string =>
  typeof what === 'string'
    ? `"${what}"`
    : `"${what.kind}/${what.name}"${what.namespace === undefined ? '' : ` in "${what.namespace}"`}`;

/** The kinds of declaration, each with its words for diagnostics. */
export const verbs = {
  removal: { method: 'removed', other: 'replaced', happens: 'removed' },
  replacement: { method: 'replaced', other: 'removed', happens: 'replaced' },
} as const;

/**
 * Reports declarations that match nothing in the change.
 *
 * @param matching what these declarations can match
 * @param others what declarations of the other kind can match
 */
export const unmatchedDeclarations = (
  cluster: string,
  kind: keyof typeof verbs,
  declared: readonly DeclaredRemoval[],
  matching: readonly Deletion[],
  others: readonly Deletion[],
): readonly Diagnostic[] =>
  declared
    .filter((one) => !matching.some((deletion) => covers(one, deletion)))
    .map((one) => {
      const { method, other, happens } = verbs[kind];
      const source = one.place();
      const isOther = others.some((deletion) => covers(one, deletion));
      const near = nearest(nameOf(one.what), namesLike(one.what, matching));
      const fix = 'take the line out: it has done its work, or names what is not there';
      return diagnose(removalUnmatched, {
        message: `the ${kind} of ${describe(one.what)} matches nothing that is ${happens}`,
        // A removed object can't be removed again. An object that stays can change again.
        ...(kind === 'replacement'
          ? {
              severity: 'warning',
              notes: ['while it is there, it also covers the next change that destroys something'],
            }
          : {}),
        at: { cluster, ...(source === undefined ? {} : { source }) },
        fix: isOther
          ? `write .${other}(…) instead of .${method}(…): it is ${verbs[kind === 'removal' ? 'replacement' : 'removal'].happens}`
          : near === undefined
            ? fix
            : `did you mean "${near}"? otherwise ${fix}`,
      });
    });

/** The end of a fix: what to do if a change is intended. @param inYaml nothing can be declared in code */
export const ifIntended = (declaration: string, inYaml = false): string =>
  inYaml
    ? 'if that is intended, merge it as it is'
    : `if that is intended, declare it in the cluster's code: ${declaration}`;

/** The declaration to paste for this removal or replacement. */
export const declarationOf = (
  kind: keyof typeof verbs,
  { id }: Deletion['object'],
  { withGroup }: { withGroup: boolean } = { withGroup: false },
): string => {
  const { name, namespace } = id;
  const rest = `${namespace === '' ? '' : `, namespace: '${namespace}'`}${withGroup ? `, group: '${id.group}'` : ''}`;
  const what = `{ kind: '${id.kind}', name: '${name}'${rest} }`;
  return `.${verbs[kind].method}(${what}, { reason: '…' })`;
};
