import { ownerName } from '../applied/owner-name.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { type Diagnostic, diagnose, nameSome } from '../diagnostics/index.js';
import { titlesWrittenFor } from '../rules/context/data-sources.js';
import { placeIn } from '../rules/context/place-in.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { type FoundReference, referencesOf } from '../rules/references/find-references.js';
import { isTwin } from '../rules/references/is-twin.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { SubstitutionError, variablesOf } from '../substitution/index.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { findSites } from '../substitution/sites.js';
import { misnamedData, outsideData } from './diagnostics.js';
import type { FileOf } from './object-file.js';
import { type HintContext, hintFor } from './outside-hints.js';
import { builtObjectsOf, type OwnerWithVars } from './state-of-view.js';
import { placeInKustomization } from './var-findings.js';

interface OutsideOptions {
  readonly fileOf: FileOf;
  /** Whether Terraform writes it, or something in the repository does in part. */
  readonly isWritten: (kind: string, namespace: string, name: string) => boolean;
  readonly hints: HintContext;
}

/** The ConfigMaps and Secrets from which Kustomizations substitute, and that nothing in the repository makes, each once. */
export const outsideFindings = (
  owners: readonly OwnerWithVars[],
  { fileOf, isWritten, hints }: OutsideOptions,
): readonly Diagnostic[] => {
  const found = new Map<string, OwnerWithVars[]>();
  for (const one of owners) {
    const { namespace } = parseOwnerKey(one.owner.key);
    for (const title of one.vars.open) {
      const [kind = '', name = ''] = title.split('/');
      // Its own name has a var that only the cluster knows.
      if (isWritten(kind, namespace, name) || holdsExpression(name)) continue;
      const key = `${title} in namespace "${namespace}"`;
      const there = found.get(key);
      if (there === undefined) found.set(key, [one]);
      else there.push(one);
    }
  }
  return [...found].map(([title, readers]) => {
    const [first, ...more] = readers;
    const wanted = [...new Set(readers.flatMap(wantedVars))].sort();
    const others =
      more.length === 0
        ? []
        : [
            `so do ${nameSome(
              more.map(({ owner }) => ownerName(owner.key)),
              10,
            )}`,
          ];
    const at = placeInKustomization(first!, 'spec.postBuild.substituteFrom', { fileOf });
    const [kind = '', name = ''] = title.replace(/ in namespace .*$/, '').split('/');
    const { namespace } = parseOwnerKey(first!.owner.key);
    const hint =
      kind === 'ConfigMap' || kind === 'Secret'
        ? hintFor({ kind, namespace, name, readers, wanted }, hints)
        : undefined;
    if (hint !== undefined)
      return diagnose(misnamedData, {
        message: `Kustomization "${ownerName(first!.owner.key)}" substitutes from ${title}, ${hint.says}`,
        at,
        notes: [...others, ...hint.notes],
        fix: hint.fix,
        severity: hint.severity,
      });
    return diagnose(outsideData, {
      message: `Kustomization "${ownerName(first!.owner.key)}" substitutes from ${title}, which nothing in this repository makes`,
      at,
      notes: [
        ...others,
        wanted.length === 0
          ? 'no var is read that must come from there'
          : `${nameSome(wanted, 20)} must come from there`,
      ],
      fix: 'make sure that what writes it also writes these vars, and before Flux needs them; or put the object into the repository',
    });
  });
};

/** The same of releases, which read values from them. A name that looks misspelt is another rule's. */
export const outsideValues = (
  state: RuleState,
  { isWritten }: Pick<OutsideOptions, 'isWritten'>,
): readonly Diagnostic[] => {
  const objects = state.units.flatMap(({ objects: own, entry }) => [...entry, ...own]);
  const made = objects.flatMap((object) => [
    ...(object.kind === 'ConfigMap' || object.kind === 'Secret' ? [`${object.kind}/${object.name}`] : []),
    ...titlesWrittenFor(object.json),
  ]);
  const found = new Map<string, FoundReference[]>();
  for (const object of objects) {
    if (object.kind !== 'HelmRelease') continue;
    for (const one of referencesOf(object, state.scopeOf)) {
      const { row, kind, name, namespace = '', isOptional } = one;
      if (row.isValues !== true || isOptional || holdsExpression(name) || holdsExpression(namespace)) continue;
      const title = `${kind}/${name}`;
      // A generator adds a hash, and in another namespace it is another fault.
      if (made.some((own) => isAlike(own, title)) || isWritten(kind, namespace, name)) continue;
      const key = `${title} in namespace "${namespace}"`;
      const there = found.get(key);
      if (there === undefined) found.set(key, [one]);
      else there.push(one);
    }
  }
  return [...found].map(([title, [first, ...more]]) =>
    diagnose(outsideData, {
      message: `${first!.object.title} reads values from ${title}, which nothing in this repository makes`,
      at: placeIn(first!.object, first!.path),
      notes:
        more.length === 0
          ? []
          : [
              `so do ${nameSome(
                more.map(({ object }) => object.title),
                10,
              )}`,
            ],
      fix: 'let Terraform write it from a contract; or put the object into the repository',
    }),
  );
};

const isAlike = (own: string, title: string): boolean =>
  own === title ||
  holdsExpression(own) ||
  isTwin(own, title) ||
  (own.startsWith(`${title}-`) && own.length === title.length + HASH_LENGTH);

/** What kustomize's generators add to a name, with the hyphen. */
const HASH_LENGTH = 11;

/** The vars without a default that no other source of a Kustomization has. */
const wantedVars = ({ owner, vars }: OwnerWithVars): readonly string[] =>
  builtObjectsOf(owner).flatMap(({ built }) =>
    isDisabled(built)
      ? []
      : findSites(built).flatMap(({ template }) =>
          template instanceof SubstitutionError
            ? []
            : variablesOf(template).flatMap(({ name, exempt }) => (exempt || vars.values.has(name) ? [] : [name])),
        ),
  );
