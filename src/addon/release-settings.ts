import { formatValue, suggest } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';

type Refuse = (message: string, fix: string, path?: string) => void;

/**
 * Reads a setting that is one thing for an addon with one chart, and is given by release for one with several.
 *
 * @param isValid whether one release's part has the right shape; `what` says that shape
 */
export const readReleaseSetting = <T>(
  addon: string,
  setting: string,
  given: unknown,
  releases: readonly string[],
  isValid: (value: unknown) => value is T,
  what: string,
  refuse: Refuse,
): Readonly<Record<string, T>> => {
  if (given === undefined) return {};
  if (releases.length === 0) {
    refuse(`addon "${addon}" has no chart for \`${setting}\``, `leave \`${setting}\` out`, setting);
    return {};
  }
  if (releases.length === 1) {
    if (isValid(given)) return { [releases[0]!]: given };
    refuse(`\`${setting}\` of addon "${addon}" is ${formatValue(given)}`, `give ${what}`, setting);
    return {};
  }
  if (!isPlainRecord(given)) {
    refuse(
      `\`${setting}\` of addon "${addon}" is ${formatValue(given)}`,
      `give ${what} by release: { '${releases[0]}': … }`,
      setting,
    );
    return {};
  }
  const found: Record<string, T> = {};
  for (const [release, value] of Object.entries(given)) {
    if (!releases.includes(release))
      refuse(`addon "${addon}" has no release "${release}"`, suggest(release, releases), `${setting}.${release}`);
    else if (isValid(value)) found[release] = value;
    else
      refuse(
        `\`${setting}.${release}\` of addon "${addon}" is ${formatValue(value)}`,
        `give ${what}`,
        `${setting}.${release}`,
      );
  }
  return found;
};
