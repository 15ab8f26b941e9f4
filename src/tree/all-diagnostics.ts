import { type Diagnostic, type Place, sortDiagnostics } from '../diagnostics/index.js';

/** Rules that say which values fit: of what is no data at all (FX311) they would say the same again. */
const TYPE_RULES: ReadonlySet<string> = new Set(['FX313', 'FX315', 'FX316']);

const placeOf = ({ addon, object, path = '' }: Place): string => `${addon}\0${object}\0${path}`;

/** What the rules found and what printing found, as one list in which no value is refused twice for being no data. */
export const allDiagnostics = (
  found: readonly Diagnostic[],
  unprintable: readonly Diagnostic[],
): readonly Diagnostic[] => {
  if (unprintable.length === 0) return found;
  const told = new Set(unprintable.map(({ at }) => placeOf(at)));
  return sortDiagnostics([
    ...found.filter(({ code, at }) => !TYPE_RULES.has(code) || !told.has(placeOf(at))),
    ...unprintable,
  ]);
};
