import { describe, expect, it } from 'vitest';
import { hasColour, paintDiagnostics } from '../../src/cli/colour.js';

describe('colours', () => {
  it('are for terminals, unless NO_COLOR or a dumb terminal says otherwise', () => {
    expect(hasColour({ isTTY: true }, { env: {} })).toBe(true);
    expect(hasColour({ isTTY: true }, { env: { NO_COLOR: '' } })).toBe(true);
    expect(hasColour({ isTTY: true }, { env: { NO_COLOR: '1' } })).toBe(false);
    expect(hasColour({ isTTY: true }, { env: { TERM: 'dumb' } })).toBe(false);
    expect(hasColour({ isTTY: false }, { env: {} })).toBe(false);
    expect(hasColour({}, { env: {} })).toBe(false);
  });

  it('mark the severity and the code, and nothing else', () => {
    expect(paintDiagnostics('error FX001 a: error FX002\n  fix  b\n')).toBe(
      '\u001b[31merror\u001b[0m \u001b[1mFX001\u001b[0m a: error FX002\n  fix  b\n',
    );
  });
});
