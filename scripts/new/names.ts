import { RecipeError, type Repository } from './recipe.js';

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** @throws RecipeError if a name isn't in kebab-case */
export const kebab = (name: string): string => {
  if (KEBAB.test(name)) return name;
  throw new RecipeError(
    `"${name}" isn't a name in kebab-case`,
    'use lower-case letters, digits and dashes: webhook-secret',
  );
};

/** `webhook-secret` → `webhookSecret`. */
export const camel = (name: string): string =>
  name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** `ImageRepository` → `image-repository`, `OCIRepository` → `oci-repository`. */
export const kebabOfKind = (kind: string): string =>
  kind
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

/** A name in one of some folders: `flux/webhook-secret`. @throws RecipeError */
export const inFolder = (text: string, folders: readonly string[], what: string): { folder: string; name: string } => {
  const [folder = '', name, ...more] = text.split('/');
  if (name === undefined || more.length > 0)
    throw new RecipeError(
      `"${text}" doesn't say in which ${what}`,
      `write ${what.toUpperCase()}/NAME: ${folders[0]}/webhook-secret`,
    );
  if (!folders.includes(folder))
    throw new RecipeError(`there is no ${what} "${folder}"`, `use one of ${folders.join(', ')}`);
  return { folder, name: kebab(name) };
};

/** @throws RecipeError if a diagnostic or a rule has the name */
export const freeName = (name: string, { diagnosticNames, tryRead }: Repository): string => {
  const lists = ['src/rules/registry.ts', 'src/changes/registry.ts'].map((path) => tryRead(path) ?? '');
  if (diagnosticNames.has(name) || lists.some((list) => list.includes(` ${camel(name)}Rule,`)))
    throw new RecipeError(`a diagnostic or a rule is called "${name}"`, 'choose another name: each has its own');
  return name;
};

/** The first code that none has or had. @param ranges of hundreds: `FX6`, up to and including a number */
export const freeCode = ({ codes }: Repository, ranges: readonly (readonly [from: number, to: number])[]): string => {
  for (const [from, to] of ranges) {
    for (let number = from; number <= to; number++) if (!codes.has(`FX${number}`)) return `FX${number}`;
  }
  throw new RecipeError('no code is left in the ranges of this kind', 'give diagnostics of this kind another range');
};

/** `export { a } from './b.js';` → `'./b.js';`: exports are in the order of their modules. */
const moduleOf = (line: string): string => line.replace(/^.* from /, '');

/** Adds an export to those of an index that begin alike, where it belongs in their order. */
export const withLine = (text: string, line: string, isOfList: (line: string) => boolean): string => {
  const lines = text.split('\n');
  const listed = lines.flatMap((one, at) => (isOfList(one) ? [at] : []));
  const before = listed.find((at) => moduleOf(lines[at]!) > moduleOf(line));
  const at = before ?? (listed.at(-1) ?? -1) + 1;
  return [...lines.slice(0, at), line, ...lines.slice(at)].join('\n');
};
