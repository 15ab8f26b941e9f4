import { pascalCase } from '../charts/pascal-case.js';
import { replaceExpressions } from '../substitution/written-expressions.js';

/** Words of TypeScript, and names that the code of an addon has. */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
finally for function if implements import in instanceof interface let new null package private protected public return
static super switch this throw true try typeof undefined var void while with yield
app charts console defineAddon encryptedFile fluxDefaults globalThis helmChart module namespace object options process
readFileSync releaseDefaults remoteSecret require scope secrets text url vars hostname email cidr arn z`.split(/\s+/),
);

/** Gives out names that differ, in the order in which they are asked for. */
export interface NameGiver {
  give(wanted: string): string;
}

export const openNames = (taken: Iterable<string> = RESERVED, separator = ''): NameGiver => {
  const known = new Set(taken);
  return {
    give: (wanted) => {
      let name = wanted;
      for (let number = 2; known.has(name) || known.has(name.toLowerCase()); number++)
        name = `${wanted}${separator}${number}`;
      known.add(name);
      return name;
    },
  };
};

/** `cert-manager` is `certManager`; what begins with a digit, or is a word of TypeScript, gets another beginning. */
export const identifierOf = (name: string, otherwise = 'addon'): string => {
  const pascal = pascalCase(name.replace(/^[^A-Za-z]+/, `${otherwise}-`));
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return RESERVED.has(camel) ? `${camel}${otherwise.charAt(0).toUpperCase()}${otherwise.slice(1)}` : camel;
};

/** A DNS label that reads like a name. */
export const labelOf = (name: string): string => {
  const label = replaceExpressions(name, () => '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  return label === '' ? 'addon' : label;
};

/** The word of a kind: `HTTPRoute` is `http-route`. */
export const kindWord = (kind: string): string =>
  kind
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
