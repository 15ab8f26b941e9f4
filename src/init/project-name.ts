import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { initName } from './diagnostics.js';

/** npm's rules for the name of a new package. */
const NAME = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/;
const TAKEN = ['node_modules', 'favicon.ico', 'fluxspan', 'cdk8s', 'constructs', 'zod', 'typescript', 'vitest'];

export const checkName = (name: string): readonly Diagnostic[] => {
  const fault = faultOf(name);
  if (fault === undefined) return [];
  return [diagnose(initName, { message: `"${name}" ${fault}`, fix: 'pass another one: `--name my-platform`' })];
};

const faultOf = (name: string): string | undefined => {
  if (name.length > 214) return 'is longer than 214 characters';
  if (!NAME.test(name)) {
    return 'is not a valid package name: npm takes lower-case letters, digits, `-`, `_` and `.`';
  }
  return TAKEN.includes(name)
    ? 'is the name of a package that the project needs, or one that npm keeps for itself'
    : undefined;
};

/** A name for the package, made from the folder's. */
export const nameFrom = (folder: string): string => {
  const name = folder
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[-._~]+|[-._]+$/g, '');
  return name === '' || TAKEN.includes(name) ? 'platform' : name;
};
