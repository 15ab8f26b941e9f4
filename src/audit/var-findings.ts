import { ownerName } from '../applied/owner-name.js';
import type { FluxObject } from '../applied/view/flux-view.js';
import { badExpression } from '../compile/diagnostics.js';
import type { FluxVersion } from '../declared/declared-cluster.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { type Diagnostic, diagnose, nameSome, type Place } from '../diagnostics/index.js';
import { fieldsOf } from '../json/as-shape.js';
import { printPath, valueAt } from '../json/json-path.js';
import { specOf } from '../json/manifest-fields.js';
import { isTwin } from '../rules/references/is-twin.js';
import { brokenExpression } from '../substitution/broken-expression.js';
import { SubstitutionError, variablesOf } from '../substitution/index.js';
import { isDisabled } from '../substitution/is-disabled.js';
import { findSites, type Site } from '../substitution/sites.js';
import { misspeltVar, unreadVar, unsuppliedVar } from './diagnostics.js';
import { nearestVar, nearVars } from './near-vars.js';
import type { FileOf } from './object-file.js';
import { placeOfText } from './place-of-text.js';
import { builtObjectsOf, type OwnerWithVars } from './state-of-view.js';
import { substitutionFindings } from './substitution-findings.js';
import { unsuppliedMessage } from './unsupplied-message.js';

/** What Flux takes for the name of a var. */
const NAME = /^[_A-Za-z][_A-Za-z0-9]*$/;

export interface VarOptions {
  readonly flux: FluxVersion | undefined;
  readonly fileOf: FileOf;
  readonly textOf: (path: string) => string | undefined;
}

/** The names of all vars that the objects of a Kustomization read. */
export const readNames = ({ owner }: OwnerWithVars): readonly string[] =>
  builtObjectsOf(owner).flatMap(({ built }) =>
    isDisabled(built)
      ? []
      : findSites(built).flatMap(({ template }) =>
          template instanceof SubstitutionError ? [] : variablesOf(template).map(({ name }) => name),
        ),
  );

/** A var that objects of a Kustomization read. */
interface ReadVar {
  /** Each use has a default. */
  exempt: boolean;
  /** `spec.host of Ingress/web`. */
  readonly uses: string[];
  readonly at: Place;
  /** Each use is in a comment of a script. */
  isComment: boolean;
}

/** The vars of a Kustomization: those that nothing supplies, or reads, and those that only the cluster has. */
export const varFindings = (one: OwnerWithVars, options: VarOptions): readonly Diagnostic[] => {
  const { owner, vars } = one;
  if (!vars.isSubstituted || owner.folder === undefined) return [];
  const { reads, broken } = readVars(one, options);
  const placeOf = openPlaces(one, options);
  return [
    ...broken,
    ...substitutionFindings(one, placeOf),
    ...missing(one, reads, options),
    ...unread(one, reads, options),
  ];
};

/** Where a text of an object stands. */
export const openPlaces =
  ({ owner }: OwnerWithVars, { fileOf, textOf }: VarOptions) =>
  ({ id, path, built }: FluxObject, site: Pick<Site, 'path'> & Partial<Pick<Site, 'source'>>): Place => {
    const at = printPath(site.path);
    // A generator made it.
    if (path === '')
      return { object: `${id.kind}/${id.name}`, path: at, ...(owner.file === undefined ? {} : { file: owner.file }) };
    const file = placeOfText(
      { file: fileOf(path, id), path: at, text: site.source ?? String(valueAt(built, site.path)) },
      owner,
      textOf,
    );
    return { object: `${id.kind}/${id.name}`, path: at, file };
  };

const readVars = (
  one: OwnerWithVars,
  options: VarOptions,
): { readonly reads: ReadonlyMap<string, ReadVar>; readonly broken: readonly Diagnostic[] } => {
  const reads = new Map<string, ReadVar>();
  const broken: Diagnostic[] = [];
  const { owner } = one;
  const placeOf = openPlaces(one, options);
  for (const object of builtObjectsOf(owner)) {
    if (isDisabled(object.built)) continue;
    for (const site of findSites(object.built)) {
      if (site.template instanceof SubstitutionError) {
        broken.push(
          diagnose(badExpression, {
            message: `${object.id.kind}/${object.id.name} has ${JSON.stringify(brokenExpression(site.source))}, which Flux can't parse: ${site.template.message}`,
            at: placeOf(object, site),
            notes: [
              `Kustomization "${ownerName(owner.key)}" substitutes vars, and applies nothing while this is there`,
            ],
            fix: 'write $${ where the text is for another program; or annotate the object with kustomize.toolkit.fluxcd.io/substitute: disabled',
          }),
        );
        continue;
      }
      const isLive = readInCode(site.source);
      for (const { name, exempt } of variablesOf(site.template)) {
        const there = reads.get(name) ?? { exempt: true, uses: [], at: placeOf(object, site), isComment: true };
        there.exempt &&= exempt;
        there.isComment &&= !isLive(name);
        there.uses.push(`${printPath(site.path)} of ${object.id.kind}/${object.id.name}`);
        reads.set(name, there);
      }
    }
  }
  return { reads, broken };
};

const COMMENT = /^[ \t]*#.*$/gm;

/** Whether a text reads a var outside of whole lines of comment. */
const readInCode = (text: string): ((name: string) => boolean) => {
  const code = text.includes('\n') ? text.replace(COMMENT, '') : text;
  if (code === text) return () => true;
  try {
    const names = new Set(variablesOf(code).map(({ name }) => name));
    return (name) => names.has(name);
  } catch (error) {
    if (error instanceof SubstitutionError) return () => true;
    throw error;
  }
};

const missing = (
  { owner, vars }: OwnerWithVars,
  reads: ReadonlyMap<string, ReadVar>,
  { flux }: VarOptions,
): readonly Diagnostic[] => {
  return [...reads].flatMap(([name, { exempt, uses, at, isComment }]): readonly Diagnostic[] => {
    if (vars.values.has(name)) return [];
    const unused = [...vars.values.keys()].filter((one) => !reads.has(one));
    const more = uses.length > 1 ? `, and ${uses.length - 1} more` : '';
    const notes = [`${uses[0]} reads it${more}`];
    const known =
      vars.open.length > 0 && !vars.mayHave(name) ? [`the keys that only Terraform knows have other names`] : [];
    const reader = ownerName(owner.key);
    if (vars.mayHave(name)) {
      // Any other name may come from a source that isn't here.
      const twin = exempt ? undefined : [...vars.values.keys()].find((one) => nearVars(one, name) === 'same-letters');
      if (twin === undefined) return [];
      return [
        diagnose(unsuppliedVar, {
          message: `nothing in this repository supplies \${${name}} to Kustomization "${reader}", which has ${twin}`,
          at,
          severity: 'warning',
          notes: [...notes, `only ${nameSome(vars.open, 5)} may have it, of which not all keys are here`],
          ties: { subject: { name, owner: reader, near: twin } },
          fix: `did you mean \${${twin}}?`,
        }),
      ];
    }
    if (exempt) {
      const twin = unused.find((one) => isTwin(one, name));
      if (twin === undefined) return [];
      return [
        diagnose(misspeltVar, {
          message: `nothing supplies \${${name}} to Kustomization "${reader}", which sets ${twin}, and nothing reads that: Flux takes the default`,
          at,
          notes,
          fix: `use one name on both sides: \${${twin}} here, or ${name} in Kustomization "${reader}"`,
        }),
      ];
    }
    const near = nearestVar(name, unused.length > 0 ? unused : vars.values.keys());
    return [
      diagnose(unsuppliedVar, {
        message: unsuppliedMessage({ name, owner: reader }, { flux }),
        at,
        // What a comment lacks matters only where Flux fails.
        ...(isComment && flux !== undefined && flux !== '2.9' ? { severity: 'notice' as const } : {}),
        notes: [...notes, ...known],
        ties: { subject: { name, owner: reader, ...(near === undefined ? {} : { near }) } },
        fix:
          near === undefined && !NAME.test(name)
            ? `write $\${${name}}: a var can't have that name, so another program reads it`
            : near === undefined
              ? `add ${name} to postBuild.substitute, or to what substituteFrom names; or write $\${${name}} if another program reads it`
              : `did you mean \${${near}}?`,
      }),
    ];
  });
};

/** Where a field of a Kustomization stands. */
export const placeInKustomization = (
  { owner }: Pick<OwnerWithVars, 'owner'>,
  path: string,
  { fileOf }: Pick<VarOptions, 'fileOf'>,
): Place => {
  const { name } = parseOwnerKey(owner.key);
  const file = owner.file === undefined ? undefined : fileOf(owner.file, { kind: 'Kustomization', name });
  const line = file?.lineOf(path);
  return {
    object: `Kustomization/${name}`,
    path,
    ...(file === undefined ? {} : { file: line === undefined ? file.path : `${file.path}:${line}` }),
  };
};

/** Vars that a Kustomization sets inline and that nothing reads. */
const unread = (
  one: OwnerWithVars,
  reads: ReadonlyMap<string, ReadVar>,
  options: VarOptions,
): readonly Diagnostic[] => {
  const { owner } = one;
  if (owner.notSeen.length > 0) return [];
  const { substitute } = fieldsOf(specOf(owner.json)['postBuild']);
  return Object.keys(fieldsOf(substitute)).flatMap((name) =>
    reads.has(name)
      ? []
      : [
          diagnose(unreadVar, {
            message: `Kustomization "${ownerName(owner.key)}" sets ${name}, and nothing in its folder reads it`,
            at: placeInKustomization(one, `spec.postBuild.substitute.${name}`, options),
            fix: 'take it out',
          }),
        ],
  );
};
