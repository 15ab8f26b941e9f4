import { expect, it } from 'vitest';
import { printDiagnostics } from '../../src/diagnostics/print.js';
import { parseVersions } from '../../src/versions/parse-versions.js';

const head = 'apiVersion: fluxspan.dev/v1\nkind: Versions\nmetadata:\n  name: versions\n';
const images = (lines: string) => parseVersions(`${head}images:\n  web:\n${lines}\n`);
const versions = (lines: string) => parseVersions(`${head}versions:\n  web:\n${lines}\n`);
const image = 'ghcr.io/acme/web:1.2.3';
const marker = '# {"$imagepolicy": "apps:web"}';

it.each([
  ['a marker behind the value', `    image: ${image} ${marker}`],
  ['quotes', `    image: "${image}" ${marker}`],
  ['a marker without spaces', `    image: ${image} #{"$imagepolicy":"apps:web"}`],
  ['two signs', `    image: ${image} ## {"$imagepolicy": "apps:web"}`],
  ['another text in the marker', `    image: ${image} # {"$imagepolicy": "apps:web", "by": "me"}`],
])("finds %s, as Flux's setters do", (_, lines) => {
  const { marked, problems } = images(lines);
  expect(problems).toEqual([]);
  expect(marked).toEqual([{ list: 'images', name: 'web', value: image, line: 7, policy: 'apps:web' }]);
});

it('takes a tag for a version', () => {
  const { marked, problems } = versions('    version: 1.2.3 # {"$imagepolicy": "apps:web:tag"}');
  expect(problems).toEqual([]);
  expect(marked).toMatchObject([{ list: 'versions', policy: 'apps:web:tag' }]);
});

it.each([
  ['above the value', `    ${marker}\n    image: ${image}`],
  ['below the value', `    image: ${image}\n    ${marker}`],
  ['behind a flow map', `    { image: '${image}' } ${marker}`],
  ['text before it', `    image: ${image} # bumped {"$imagepolicy": "apps:web"}`],
  ['text behind it', `    image: ${image} ${marker} bumped`],
  ['single quotes', `    image: ${image} # {'$imagepolicy': 'apps:web'}`],
  ['another key', `    image: ${image} # {"$imagePolicy": "apps:web"}`],
  ['a slash', `    image: ${image} # {"$imagepolicy": "apps/web"}`],
  ['a name alone', `    image: ${image} # {"$imagepolicy": "web"}`],
  ["a part that isn't there", `    image: ${image} # {"$imagepolicy": "apps:web:tags"}`],
])("warns of what Flux's setters pass over: %s", (_, lines) => {
  const { marked, problems } = images(lines);
  expect(marked).toEqual([]);
  expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning FX730']);
});

it('is quiet about comments that are no markers', () => {
  const lines = `    # An ImagePolicy { of Flux } bumps it: write {"$imagepolicy": "apps:web"} behind it.\n    image: ${image} # by an image policy`;
  expect(images(lines)).toMatchObject({ marked: [], problems: [] });
});

it.each(['tag', 'name', 'digest'])('refuses :%s on a whole image', (part) => {
  expect(images(`    image: ${image} # {"$imagepolicy": "apps:web:${part}"}`).problems.map(({ code }) => code)).toEqual(
    ['FX731'],
  );
});

it.each(['', ':name', ':digest'])('refuses a version marked with "apps:web%s"', (part) => {
  const { problems } = versions(`    version: 1.2.3 # {"$imagepolicy": "apps:web${part}"}`);
  expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['error FX731']);
});

it('says what to write', () => {
  const { problems } = images(`    image: ${image} # {"$imagepolicy": "apps:web:tag"}`);
  const slash = images(`    image: ${image} # {"$imagepolicy": "apps/web"}`).problems;
  const version = versions('    version: 1.2.3 # {"$imagepolicy": "apps:web"}').problems;
  expect(printDiagnostics([...problems, ...slash, ...version])).toMatchInlineSnapshot(`
    {
      "counts": "2 errors, 1 warning",
      "text": "error FX731 wrong-image-part: image "web" is a whole reference, and the marker "apps:web:tag" makes Flux write a tag alone
      at   versions.yaml:7
      fix  write "apps:web", and read the part in code: image('web', 'tag')

    warning FX730 bad-image-marker: the marker names "apps/web", which isn't "namespace:name"
      at   versions.yaml:7
      fix  write "apps:web"

    error FX731 wrong-image-part: version "web" is marked with "apps:web", so Flux writes a whole image there
      at   versions.yaml:7
      fix  write "apps:web:tag", or put the image into "images"

    ",
    }
  `);
});
