import { ownerName } from '../applied/owner-name.js';
import type { FluxObject } from '../applied/view/flux-view.js';
import { type Diagnostic, diagnose, nameSome, type Place } from '../diagnostics/index.js';
import { valueAt } from '../json/json-path.js';
import type { Site } from '../substitution/sites.js';
import { breakingValue, leftOutObject } from './diagnostics.js';
import type { ObjectFault, OwnerWithVars } from './state-of-view.js';

type PlaceOf = (object: FluxObject, site: Pick<Site, 'path'>) => Place;

/** Objects that Flux leaves out, or fails on, because of the values of their vars. */
export const substitutionFindings = ({ owner, faults }: OwnerWithVars, placeOf: PlaceOf): readonly Diagnostic[] =>
  faults.map(({ object, fault }): Diagnostic => {
    const kustomization = `Kustomization "${ownerName(owner.key)}"`;
    return fault.kind === 'left-out' ? leftOut(object, fault, placeOf) : broken(object, fault, kustomization, placeOf);
  });

const leftOut = (
  object: FluxObject,
  { field, becomes }: Extract<ObjectFault['fault'], { kind: 'left-out' }>,
  placeOf: PlaceOf,
): Diagnostic => {
  const path = field.split('.');
  const written = String(valueAt(object.built, path));
  const [name] = /[A-Za-z_]\w*/.exec(written) ?? ['VAR'];
  return diagnose(leftOutObject, {
    message: `${object.id.kind}/${object.id.name}: ${field} becomes ${typeWords(becomes)}, so Flux leaves the object out, and deletes what it applied of it before`,
    at: placeOf(object, { path }),
    notes: ['Flux substitutes in YAML without quotes, whatever the file has, and reports no error'],
    fix: `write a name that stays a text, such as a-\${${name}}`,
  });
};

const typeWords = (value: unknown): string => {
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'a boolean';
  return value === null || value === undefined || value === '' ? 'empty' : 'something other than a text';
};

const broken = (
  object: FluxObject,
  { message, site, names }: Extract<ObjectFault['fault'], { kind: 'broken' }>,
  kustomization: string,
  placeOf: PlaceOf,
): Diagnostic => {
  const vars = names.map((name) => `\${${name}}`);
  const whole = names.length === 1 && site?.source === vars[0];
  return diagnose(breakingValue, {
    message: `${object.id.kind}/${object.id.name}: ${vars.length === 0 ? 'what Flux substitutes' : `the value of ${nameSome(vars, 5)}`} breaks the YAML, and Flux applies nothing of ${kustomization}`,
    at: placeOf(object, { path: site?.path ?? ['metadata', 'name'] }),
    notes: [
      `Flux reports: post build failed: envsubst error: ${message}`,
      'Flux substitutes in YAML without quotes, whatever the file has, and takes line breaks out of values',
    ],
    fix: whole
      ? `put quotes into the value, as in ${names[0]}: '"…"', if nothing else reads it; or set the text with a patch of the Kustomization`
      : 'choose a value without characters of YAML, or set the text with a patch of the Kustomization',
  });
};
