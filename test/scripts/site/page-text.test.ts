import { describe, expect, it } from 'vitest';
import { pageText, type SiteLinks } from '../../../scripts/site/page-text.js';

const links: SiteLinks = {
  routes: new Map([
    ['README.md', 'introduction.md'],
    ['docs/README.md', 'docs.md'],
    ['docs/tree.md', 'tree.md'],
    ['docs/how-to/teams.md', 'how-to/teams.md'],
    ['docs/diagnostics.md', 'diagnostics.md'],
    ['examples/terraform-eks/README.md', 'examples/terraform-eks.md'],
  ]),
  assets: new Map([['docs/overview.svg', 'overview.svg']]),
  codes: new Set(['FX203', 'FX204']),
  exists: (path) => path !== 'docs/gone.md',
  files: undefined,
};
const onSite = (text: string, path = 'docs/tree.md', more: Partial<SiteLinks> = {}) =>
  pageText(path, text, { ...links, ...more });

describe('a page of the site', () => {
  it.each([
    ['[Teams](how-to/teams.md#offboard)', '[Teams](/how-to/teams.md#offboard)'],
    ['[`a` and [b]](../README.md#test-it)', '[`a` and [b]](/introduction.md#test-it)'],
    ['![A picture](overview.svg)', '![A picture](/overview.svg)'],
    ['[The example](../examples/terraform-eks/README.md)', '[The example](/examples/terraform-eks.md)'],
    ['[The folder](../examples/terraform-eks)', '[The folder](/examples/terraform-eks.md)'],
    ['[Below](#below)', '[Below](#below)'],
    ['[Flux](https://fluxcd.io/flux/)', '[Flux](https://fluxcd.io/flux/)'],
    ['<https://fluxcd.io>', '<https://fluxcd.io>'],
    ['[one](diagnostics.md#fx203-missing-provider)', '[one](/FX203.md)'],
  ])('has the link %s as %s', (written, expected) => {
    expect(onSite(written)).toBe(expected);
  });

  it('links to files outside of the site only where the address of the repository is known', () => {
    const text = 'See [Contributing](../CONTRIBUTING.md#a-release).';
    expect(onSite(text)).toBe('See Contributing.');
    expect(onSite(text, 'docs/tree.md', { files: 'https://git.example.org/f/blob/v1' })).toBe(
      'See [Contributing](https://git.example.org/f/blob/v1/CONTRIBUTING.md#a-release).',
    );
  });

  it('keeps a dead link, for the check of the built site to find', () => {
    expect(onSite('[Gone](gone.md)')).toBe('[Gone](gone.md)');
  });

  it.each([
    ['It prints FX203.', 'It prints [FX203](/FX203.md).'],
    ['It prints `FX203`.', 'It prints [`FX203`](/FX203.md).'],
    ['| FX203 | `FX204` |', '| [FX203](/FX203.md) | [`FX204`](/FX204.md) |'],
    ['[what FX203 says](how-to/teams.md)', '[what FX203 says](/how-to/teams.md)'],
    ['FX999 has no page, and neither have XFX203 and `explain FX203`.', undefined],
    ['## FX203 missing-provider', undefined],
  ])('of the text %s links codes to their pages', (written, expected) => {
    expect(onSite(written)).toBe(expected ?? written);
  });

  it('does not link a code to the page that it is on', () => {
    expect(onSite('FX203 and FX204', 'FX203.md')).toBe('FX203 and [FX204](/FX204.md)');
  });

  it.each([
    ['Write {{ .Values.a }} or ${{ secrets.A }}.', 'Write &#123;&#123; .Values.a }} or $&#123;&#123; secrets.A }}.'],
    ['The file <NAME>.md, a < b', 'The file &lt;NAME>.md, a &lt; b'],
    ['<code>Addon&lt;T&gt;</code><br>', '<code>Addon&lt;T&gt;</code><br>'],
    ['`{{ x }}`, `<NAME>` and ``a ` {{ b }}``', '`{{ x }}`, `<NAME>` and ``a ` {{ b }}``'],
    ['<!-- {{ a }} <b> -->', '<!-- {{ a }} <b> -->'],
  ])('has %s as text that Vue leaves alone', (written, expected) => {
    expect(onSite(written)).toBe(expected);
  });

  it('keeps blocks of code to the byte', () => {
    const text = '````md\n```\n{{ a }} FX203 [x](tree.md)\n```\n````\n\n   ```sh\n   echo <NAME>\n   ```\n';
    expect(onSite(text)).toBe(text);
  });
});
