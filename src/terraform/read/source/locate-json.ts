import { joinPath } from '../../../json/json-path.js';
import { JsonScanner } from '../../../json/json-scanner.js';

/** The lines of all members of a JSON text, by printed path. @throws JsonFault where it isn't JSON */
export const locateJson = (text: string): ReadonlyMap<string, number> => {
  const bytes = Buffer.from(text);
  const scanner = new JsonScanner(bytes, { bytes: 0, values: 0 });
  const lines = new Map<string, number>();
  let counted = 0;
  let line = 1;
  const lineAt = (at: number): number => {
    for (let next = bytes.indexOf(10, counted); next >= 0 && next < at; next = bytes.indexOf(10, counted)) {
      line++;
      counted = next + 1;
    }
    return line;
  };
  const walk = (path: string): void => {
    const first = scanner.peek();
    if (first === '{') {
      scanner.members((key) => {
        const inner = joinPath(path, key);
        // What stands after the key is on its line, unless somebody breaks it there.
        if (!lines.has(inner)) lines.set(inner, lineAt(scanner.mark().at));
        walk(inner);
      });
    } else if (first === '[') {
      let index = 0;
      scanner.items(() => {
        scanner.peek();
        const inner = joinPath(path, index++);
        lines.set(inner, lineAt(scanner.mark().at));
        walk(inner);
      });
    } else scanner.skip();
  };
  walk('');
  scanner.end();
  return lines;
};
