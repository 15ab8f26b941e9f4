type Path = readonly (string | number)[];
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Mutation {
  /** `drop spec.role` */
  readonly label: string;
  readonly object: Json;
}

const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of the value in which `change` was made at the path; `undefined` takes it away. */
const replaceAt = (value: Json, path: Path, change: Json | undefined): Json => {
  const [first, ...rest] = path;
  if (first === undefined) return change ?? null;
  if (Array.isArray(value)) {
    const items = [...(value as readonly Json[])];
    if (rest.length === 0 && change === undefined) items.splice(first as number, 1);
    else items[first as number] = replaceAt(items[first as number] ?? null, rest, change);
    return items;
  }
  const members = { ...(value as Record<string, Json>) };
  if (rest.length === 0 && change === undefined) delete members[first];
  else members[first] = replaceAt(members[first] ?? null, rest, change);
  return members;
};

/** Every mutation has its name, so that a difference can be told and found again. */
const mutate = (value: Json, path: Path): readonly (readonly [string, Json | undefined, Path?])[] => {
  const key = path.at(-1);
  const up = path.slice(0, -1);
  const out: [string, Json | undefined, Path?][] = [['drop', undefined]];
  if (typeof key === 'string') {
    out.push(['add beside', 'x', [...up, `${key}X`]]);
    out.push(['null', null]);
  }
  if (typeof value === 'string') {
    out.push(['number', 7], ['boolean', true], ['list', [value]], ['object', { value }], ['empty', '']);
    out.push(['other', 'Other'], ['spaced', `${value} !`], ['long', value.padEnd(300, 'x')], ['slash', `/${value}`]);
    out.push(['star', `*.${value}`], ['upper', value.toUpperCase()]);
  } else if (typeof value === 'number') {
    out.push(['string', String(value)], ['negative', -value - 1], ['fraction', value + 0.5], ['large', 1e10]);
    out.push(['zero', 0], ['boolean', false]);
  } else if (typeof value === 'boolean') {
    out.push(['string', String(value)], ['number', 1], ['other', !value]);
  } else if (Array.isArray(value)) {
    out.push(['empty', []], ['object', {}], ['twice', [...value, ...value]], ['reversed', [...value].reverse()]);
    out.push(['many', Array.from({ length: 130 }, () => value[0] ?? 'x')], ['string', 'x'], ['mixed', [...value, 7]]);
  } else if (isObject(value)) {
    out.push(['empty', {}], ['list', [value]], ['string', 'x'], ['unknown field', { ...value, unknownField: 'x' }]);
  }
  return out;
};

const print = (path: Path): string => path.map((part) => (typeof part === 'number' ? `[${part}]` : part)).join('.');

/** All mutations of an object, in order; its kind and its name stay, since they are its address. */
export const mutationsOf = (object: Json): readonly Mutation[] => {
  const found: Mutation[] = [];
  const visit = (value: Json, path: Path): void => {
    const top = path.join('.');
    if (/^(apiVersion|kind|metadata\.name|metadata\.namespace)$/.test(top)) return;
    if (path.length > 0 && top !== 'metadata') {
      for (const [name, change, at = path] of mutate(value, path)) {
        found.push({ label: `${name} ${print(at)}`, object: replaceAt(object, at, change) });
      }
    }
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, index]);
    else if (isObject(value)) for (const [key, member] of Object.entries(value)) visit(member, [...path, key]);
  };
  visit(object, []);
  return found;
};
