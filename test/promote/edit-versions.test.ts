import { describe, expect, it } from 'vitest';
import { editVersions, type RingEdit } from '../../src/promote/edit-versions.js';

const FILE = `# What runs where.
apiVersion: fluxspan.dev/v1
kind: Versions
metadata: { name: versions }

versions:
  # The small one.
  podinfo:
    # renovate: datasource=helm depName=podinfo
    version: "6.6.0"   # bots change this line
    rings:
      # tried by people
      staging:
        promoted: 6.5.0 # since Monday

      # all customers
      prod:
        promoted: '6.5.0'
        # until the sale is over
        hold:
          by: ada
          reason: >-
            nothing moves
            during the sale
          until: 2026-12-09
        # kept
  other:
    version: 1.0.0
images:
  web:
    image: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "apps:web"}
    rings: {}
`;

const edit = (change: Partial<RingEdit>): RingEdit => ({
  list: 'versions',
  name: 'podinfo',
  ring: 'staging',
  source: undefined,
  later: ['prod'],
  ...change,
});

/** The lines that differ: those before, and those after. */
const changed = (text: string, edits: readonly RingEdit[]) => {
  const edited = editVersions(text, edits);
  if (edited === undefined) return undefined;
  const [before, after] = [text.split('\n'), edited.split('\n')];
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `-${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+${line}`),
  ];
};

describe('an edit of versions.yaml', () => {
  it('changes one value, and leaves comments and order', () => {
    expect(changed(FILE, [edit({})])).toEqual([
      '-        promoted: 6.5.0 # since Monday',
      '+        promoted: "6.6.0" # since Monday',
    ]);
  });

  it('takes the value of the ring before, and the hold out', () => {
    const edited = editVersions(FILE.replace('6.5.0 # since', '6.5.9 # since'), [
      edit({ ring: 'prod', source: 'staging', later: [] }),
    ]);
    expect(edited).toContain(`      # all customers
      prod:
        promoted: 6.5.9
        # until the sale is over
        # kept
  other:
`);
  });

  it('adds rings in the order of the rollout, below the value and above what follows', () => {
    const edits = [
      edit({ name: 'other', ring: 'prod', later: [] }),
      edit({ name: 'other', ring: 'staging', later: ['prod'] }),
      edit({ list: 'images', name: 'web', ring: 'prod', later: [] }),
    ];
    expect(editVersions(FILE, edits)).toContain(`  other:
    version: 1.0.0
    rings:
      staging:
        promoted: 1.0.0
      prod:
        promoted: 1.0.0
images:
  web:
    image: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "apps:web"}
    rings:
      prod:
        promoted: ghcr.io/acme/web:1.2.3
`);
  });

  it('adds a ring between two others, above the comment of the next one', () => {
    expect(editVersions(FILE, [edit({ ring: 'canary', later: ['prod'] })])).toContain(`since Monday

      canary:
        promoted: "6.6.0"
      # all customers
      prod:
`);
  });

  it('adds a ring at the end of a file that ends without a line break', () => {
    expect(
      editVersions(FILE.trimEnd().replace('\n    rings: {}', ''), [edit({ list: 'images', name: 'web' })]),
    ).toMatch(/apps:web"}\n {4}rings:\n {6}staging:\n {8}promoted: ghcr\.io\/acme\/web:1\.2\.3\n$/);
  });

  it('keeps the line breaks of Windows', () => {
    const text = FILE.replaceAll('\n', '\r\n');
    const edited = editVersions(text, [edit({}), edit({ name: 'other', ring: 'prod', later: [] })])!;
    expect(edited.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(edited).toContain('promoted: "6.6.0" # since Monday\r\n');
    expect(edited).toContain('    rings:\r\n      prod:\r\n        promoted: 1.0.0\r\n');
  });

  it.each([
    ['in braces', '  podinfo: { version: 6.6.0 }\n'],
    ['in quotes over two lines', "  podinfo:\n    version: '6.6.0\n\n      '\n"],
    ['of a block', '  podinfo:\n    version: |\n      6.6.0\n'],
    ['with rings in braces', '  podinfo:\n    version: 6.6.0\n    rings: { prod: { promoted: 6.5.0 } }\n'],
  ])('gives up on a value %s', (_, entry) => {
    const text = `${FILE.split('\nversions:')[0]}\nversions:\n${entry}`;
    expect(editVersions(text, [edit({})])).toBeUndefined();
  });

  it('edits a value in braces that is there', () => {
    const text = `${FILE.split('\nversions:')[0]}\nversions:\n  podinfo:\n    version: 6.6.0\n    rings: { prod: { promoted: 6.5.0 } }\n`;
    expect(editVersions(text, [edit({ ring: 'prod', later: [] })])).toBe(
      text.replace('promoted: 6.5.0', 'promoted: 6.6.0'),
    );
  });
});
