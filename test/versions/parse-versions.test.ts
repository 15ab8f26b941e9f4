import { describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { parseVersions } from '../../src/versions/parse-versions.js';

const HEAD = 'apiVersion: fluxspan.dev/v1\nkind: Versions\nmetadata:\n  name: versions\n';
const parse = (rest: string, head = HEAD) => parseVersions(head + rest);
const problemsOf = (...given: Parameters<typeof parse>) =>
  parse(...given).problems.map(({ code, at, message }) => `${code} ${at.file}: ${message}`);

describe('a file of versions', () => {
  it('gives each value as it is written, with its line', () => {
    const { versions, images, problems } = parse(`versions:
  podinfo:
    # renovate: datasource=helm depName=podinfo
    version: 1.10
  harbor:
    version: ">=1.2 <2"
images:
  web:
    image: localhost:5000/acme/web:1.2.3@sha256:${'0'.repeat(64)} # {"$imagepolicy": "apps:web"}
`);
    expect(problems).toEqual([]);
    expect([...versions]).toEqual([
      ['podinfo', { value: '1.10', line: 8 }],
      ['harbor', { value: '>=1.2 <2', line: 10 }],
    ]);
    expect([...images]).toEqual([
      ['web', { value: `localhost:5000/acme/web:1.2.3@sha256:${'0'.repeat(64)}`, line: 13 }],
    ]);
  });

  it.each(['1.2.3', 'v1.2.3', '1.x', '~1.2', '^1.2 || 3.*', '1.2 - 2', '2024.10', 'release-1.2', '8.4.0.1', '1_2'])(
    'takes the version %s',
    (version) => {
      expect(problemsOf(`versions:\n  a:\n    version: '${version}'\n`)).toEqual([]);
    },
  );

  it('takes a version that looks like a date as it is written', () => {
    const { versions, problems } = parse(
      'versions:\n  a:\n    version: 2024-01-02 # by the day\n  b:\n    version: "2024-01-03"\n\n  c: { version: 2024-1-2 }\n',
    );
    expect(problems).toEqual([]);
    expect([...versions.values()].map(({ value }) => value)).toEqual(['2024-01-02', '2024-01-03', '2024-1-2']);
  });

  it.each(['main', 'latest', '1.2 3 four', '${VERSION}', '>=', 'a:1', '-1.2'])('refuses the version %s', (version) => {
    expect(problemsOf(`versions:\n  a:\n    version: '${version}'\n`)).toEqual([
      `FX711 versions.yaml:7: version "a" is "${version}", which isn't a version`,
    ]);
  });

  it.each(['nginx:1', `a/b@sha256:${'a'.repeat(64)}`, 'r.example.org:443/a/b__c:v1_2', '[::1]:5000/a:1'])(
    'takes the image %s',
    (image) => {
      expect(problemsOf(`images:\n  a:\n    image: '${image}'\n`)).toEqual([]);
    },
  );

  it.each(['nginx', 'Nginx:1', 'nginx:1:2', 'nginx:', 'https://r.example.org/a:1', 'a@sha256:12', 'a b:1', ':1'])(
    'refuses the image %s',
    (image) => {
      expect(problemsOf(`images:\n  a:\n    image: '${image}'\n`)).toEqual([
        expect.stringMatching(/^FX711 versions\.yaml:7: image "a" is /),
      ]);
    },
  );

  it('tells all that is wrong, each with its line', () => {
    const { problems } = parseVersions(`kind: Version
metadata: {}
versions:
  podinfo: 6.5.0
  harbor:
    versoin: 1.2.3
  -odd:
    version: 1.2.3
  list: [1]
  none:
    version:
image: {}
`);
    expect(problems.map(printDiagnostic).join('\n')).toMatchInlineSnapshot(`
      "error FX710 bad-versions-file: versions.yaml has no apiVersion
        at   versions.yaml:1
        fix  write apiVersion: fluxspan.dev/v1

      error FX710 bad-versions-file: versions.yaml has another kind than Versions
        at   versions.yaml:1
        fix  write kind: Versions

      error FX710 bad-versions-file: versions.yaml has no metadata.name
        at   versions.yaml:2
        fix  write metadata: { name: versions }, which Flux needs to read the file

      error FX710 bad-versions-file: version "podinfo" has no field "version"
        at   versions.yaml:4
        fix  write podinfo: and below it, indented, version: 6.5.0; then no two versions are on adjacent lines

      error FX710 bad-versions-file: version "harbor" has no field "versoin"
        at   versions.yaml:6
        fix  it has "version", and "rings" for what later rings have

      error FX710 bad-versions-file: version "harbor" has no text as "version"
        at   versions.yaml:5
        fix  write version: and the version

      error FX710 bad-versions-file: "-odd" in "versions" isn't a name
        at   versions.yaml:7
        fix  use letters, digits, and in between them - _ . /

      error FX710 bad-versions-file: version "list" isn't a map
        at   versions.yaml:9
        fix  write a key and a colon on each line

      error FX710 bad-versions-file: version "none" has no text as "version"
        at   versions.yaml
        fix  write version: and the version

      error FX710 bad-versions-file: versions.yaml has no field "image"
        at   versions.yaml:12
        fix  did you mean "images"?
      "
    `);
  });

  it.each([
    ['', 'versions.yaml: versions.yaml is empty'],
    ['[]', "versions.yaml:1: versions.yaml isn't a map"],
    ['a: b: c', "versions.yaml:1: versions.yaml isn't valid YAML: mapping values are not allowed in this context"],
    [`${HEAD}---\n${HEAD}`, 'versions.yaml:6: versions.yaml has a second document'],
    [`${HEAD}versions:\n  a:\n    version: 1\n  a:\n    version: 2\n`, 'versions.yaml:8: '],
    [`${HEAD}versions: 1.2.3\n`, 'versions.yaml:5: "versions" isn\'t a map'],
  ])('refuses %j', (text, expected) => {
    expect(problemsOf('', text)).toEqual([expect.stringContaining(`FX710 ${expected}`)]);
  });

  it('may have no versions and no images', () => {
    expect(problemsOf('versions:\nimages: {}\n')).toEqual([]);
    expect(problemsOf('')).toEqual([]);
  });

  it("says which versions git can't tell apart", () => {
    expect(
      problemsOf('versions:\n  a: { version: 1.0.0 }\n  b: { version: 1.0.0 }\n  c:\n    version: 1.0.0\n'),
    ).toEqual([
      'FX714 versions.yaml:7: nothing is between "a" and "b", so git can\'t merge two branches that each change one',
    ]);
  });
});
