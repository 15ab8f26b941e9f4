import type { Json, RenderedAddon, RenderedObject } from '../cluster/rendered.js';
import { type Diagnostic, diagnose, nearest, type Place } from '../diagnostics/index.js';
import { cleanKey } from './clean-objects.js';
import { fillHoles } from './fill-holes.js';
import type { Rule } from './rule.js';
import { checkObject } from './schema/check-object.js';
import { knownKinds, knownSchemas } from './schema/known-schemas.js';
import { type OwnSchemas, ownSchemas } from './schema/own-schemas.js';
import { ruleWords } from './schema/rule-words.js';
import type { SchemaProblem } from './schema/schema-problem.js';
import { printValuePath } from './value-path.js';

const owned = new WeakMap<object, Map<string, OwnSchemas>>();

/** The user's own CRDs, read once for all clusters of an app. */
const ownOf = (app: { readonly schemas: readonly string[] }, project: string): OwnSchemas => {
  const byFolder = owned.get(app) ?? new Map<string, OwnSchemas>();
  owned.set(app, byFolder);
  const known = byFolder.get(project) ?? ownSchemas(app.schemas, project);
  byFolder.set(project, known);
  return known;
};

/** Every object is one that the API server takes: by the schema of its kind, and by its rules. */
export const objectSchema: Rule = ({ addons, app, problems: found }, report, { project, clean }) => {
  const isTold = toldBefore(found);
  const own = ownOf(app, project);
  const undescribed = new Map<string, number>();
  const faults = new Set<string>();
  for (const addon of addons) {
    const decrypts = addon.entry.some(({ json }) => (json['spec'] as Json | undefined)?.['decryption'] !== undefined);
    for (const object of [...addon.objects, ...addon.entry]) {
      // Flux decrypts it first; what it holds then is not known here.
      if (decrypts && object.json['sops'] !== undefined) continue;
      const ownSchema = own.find(object.group, object.kind);
      // What is in the cluster's own folder is not substituted.
      const filled = addon.entry.includes(object) ? { value: object.json, open: [] } : fillHoles(object.json, addon);
      const key = clean === undefined || ownSchema !== undefined ? undefined : cleanKey(object, filled);
      if (key !== undefined && clean?.has(key) === true) continue;
      const schemas = ownSchema ?? knownSchemas(object.group, object.kind);
      const version = object.apiVersion.slice(object.apiVersion.indexOf('/') + 1);
      if (schemas === undefined || !Object.hasOwn(schemas.versions, version)) {
        const name = `${object.apiVersion} ${object.kind}`;
        undescribed.set(name, (undescribed.get(name) ?? 0) + 1);
        continue;
      }
      const problems = checkObject(schemas, version, filled.value, {
        open: filled.open,
        onFault: ({ rule, fault }) => {
          const name = `${object.apiVersion} ${object.kind}`;
          if (faults.has(`${name}\0${rule}`)) return;
          faults.add(`${name}\0${rule}`);
          report(faultOf(name, rule, fault ?? ''));
        },
      });
      if (key !== undefined && problems.length === 0) clean?.add(key);
      for (const problem of problems) {
        const diagnostic = diagnosticOf(problem, object, addon);
        if (!isTold(diagnostic.at)) report(diagnostic);
      }
    }
  }
  for (const problem of own.problems()) report(problem);
  if (undescribed.size > 0) report(undescribedOf(undescribed));
};

/** A construct that knows its kind says more of a wrong duration, or of two fields that exclude each other. */
const toldBefore = (problems: readonly Diagnostic[]): ((at: Place) => boolean) => {
  const paths = new Map<string, string[]>();
  const keyOf = ({ addon, object }: Place) => `${addon}\0${object}`;
  for (const { at } of problems) {
    const place = at.object === undefined ? placeOfSetting(at) : at;
    if (place !== undefined) paths.set(keyOf(place), [...(paths.get(keyOf(place)) ?? []), place.path ?? '']);
  }
  return (at) =>
    paths.get(keyOf(at))?.some((path) => path === at.path || path.startsWith(`${at.path}.`) || path === '') === true;
};

/** Where a field of an addon's `kustomization` stands in the object that it becomes. */
const placeOfSetting = ({ addon, path }: Place): Place | undefined =>
  addon !== undefined && path?.startsWith(SETTING) === true
    ? { addon, object: `Kustomization/${addon}`, path: `spec.${path.slice(SETTING.length)}` }
    : undefined;
const SETTING = 'kustomization.';

const diagnosticOf = (problem: SchemaProblem, object: RenderedObject, addon: RenderedAddon): Diagnostic => {
  const path = printValuePath(problem.path);
  const at = { addon: addon.built.name, object: object.title, path };
  const construct = `construct "${object.construct.node.path}"`;
  const value = shown(problem.value, object);
  if (problem.rule !== undefined) {
    const words = ruleWords(problem.rule) ?? problem.message;
    return diagnose('FX316', {
      message: `the API server refuses ${object.title}: "${path}" ${words === '' ? 'breaks a rule of its kind' : words}${value}`,
      at,
      notes: [`rule ${problem.rule.replaceAll(/\s+/g, ' ')}`, `made by ${construct}`],
      fix: 'change it so that the rule holds',
    });
  }
  return diagnose('FX315', {
    message: `the API server refuses ${object.title}: "${path}" ${problem.message}${value}`,
    at,
    notes: [`made by ${construct}`],
    fix: fixOf(problem),
  });
};

const fixOf = ({ path, message, known }: SchemaProblem): string => {
  const key = String(path.at(-1) ?? '');
  if (known !== undefined) {
    const near = nearest(key, known);
    if (near !== undefined) return `did you mean "${near}"?`;
    return known.length === 0 ? 'take it out' : `take it out; there is ${known.map((name) => `"${name}"`).join(', ')}`;
  }
  if (message === 'is required') return `set "${key}"`;
  if (message.startsWith('is in the list twice')) return 'take one of the two out';
  const takes = /^takes (.*?)(?:, not .*)?$/s.exec(message)?.[1];
  return takes === undefined ? 'write it in the form that the schema asks for' : `give ${takes}`;
};

/** Longer values say nothing that the place does not. */
const MAX_SHOWN = 60;

/** The value, where it is short and no secret. */
const shown = (value: unknown, object: RenderedObject): string => {
  if (value === undefined || object.kind === 'Secret' || typeof value === 'object') return '';
  // Of what is no JSON data (FX311) there is none, or it throws.
  const text = typeof value === 'bigint' ? undefined : JSON.stringify(value);
  return text === undefined || text.length > MAX_SHOWN ? '' : `, and has ${text}`;
};

const faultOf = (name: string, rule: string, fault: string): Diagnostic =>
  diagnose('FX317', {
    severity: 'warning',
    message: `a rule of ${name} cannot be read, and is not checked: ${fault}`,
    notes: [`rule ${rule.replaceAll(/\s+/g, ' ')}`],
    fix: 'mend the rule in the CRD, if the API server does not take it either',
  });

const undescribedOf = (counts: ReadonlyMap<string, number>): Diagnostic => {
  const kinds = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  const notes = kinds.flatMap(([name]) => {
    const [apiVersion = '', kind = ''] = name.split(' ');
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    const near = nearest(kind, knownKinds(group));
    return near === undefined
      ? []
      : [
          `of ${group || 'the core group'}, "${near}" is described${near === kind ? ` as ${Object.keys(knownSchemas(group, kind)?.versions ?? {}).join(', ')}` : ''}`,
        ];
  });
  return diagnose('FX318', {
    message: `${total} ${total === 1 ? 'object is' : 'objects are'} of kinds that no schema describes: ${kinds.map(([name, count]) => (count === 1 ? name : `${name} (${count})`)).join(', ')}`,
    notes,
    fix: "name the files with their CRDs: new FluxApp({ schemas: ['crds/mine.yaml'] })",
  });
};
