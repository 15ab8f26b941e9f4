import { isBeyondLibrary, rewriteCode } from '../cel/cel-source.js';
import { freeNames } from '../cel/free-names.js';
import { parseCel } from '../cel/parse-cel.js';
import { rewriteMessages } from '../typed-cel/messages.js';

/** The types of CEL, and what its libraries are called by. */
const TYPES: ReadonlySet<string> = new Set(
  (
    'bool bytes double duration int list map null_type optional string timestamp type uint dyn ' +
    'google cel math strings sets base64 ip cidr url quantity semver format base lists optional_type net kubernetes'
  ).split(' '),
);

/**
 * Whether the API server could compile an expression that selects devices, as far as that's certain: its syntax, and the
 * names in it.
 */
export const isDeviceCel = (text: string): boolean => {
  const code = rewriteCode(text, rewriteMessages);
  try {
    return freeNames(parseCel(code)).every((name) => name === 'device' || TYPES.has(name));
  } catch (error) {
    return error instanceof RangeError || isBeyondLibrary(code);
  }
};
