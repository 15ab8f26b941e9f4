import { type Alerts, alerts } from '../alerts/alerts.js';
import { nameOf } from '../alerts/build-alerts.js';
import { dataOf, destinationOfType } from '../alerts/destination-of-type.js';
import { isNotificationSecret } from '../alerts/notification-secret.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, printPath } from '../json/json-path.js';

type Entry = Readonly<Record<string, unknown>>;

const entriesOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : [given]);

/** What of an entry says where it goes, in the options of its function; undefined for a type that there isn't. */
const destinationOf = ({ type, recoveries: _1, exclude: _2, metadata: _3, requires: _4, ...given }: Entry) => {
  const made = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      /secretRef$/i.test(key) && isObject(value) ? { ...value, external: true } : value,
    ]),
  );
  const one = destinationOfType(type, made);
  if (one === undefined || dataOf(one) === undefined) return one;
  const { secretRef, ...options } = made;
  const secret = isObject(secretRef) ? { bootstrap: secretRef['name'] } : undefined;
  return destinationOfType(type, secret === undefined ? options : { secret, ...options });
};

/** `alerts` of a team, as code declares them; undefined for none, and for what has another form. */
export const alertsOf = (given: unknown): Alerts | readonly Alerts[] | undefined => {
  const all = entriesOf(given).map((one) => {
    const to = isObject(one) ? destinationOf(one) : undefined;
    if (to === undefined) return undefined;
    const { recoveries, exclude, metadata, requires } = one as Entry;
    const options = Object.entries({ recoveries, exclude, metadata, requires }).filter(
      ([, value]) => value !== undefined,
    );
    return alerts({ to, ...Object.fromEntries(options) });
  });
  if (all.length === 0 || all.includes(undefined)) return undefined;
  return all as readonly Alerts[];
};

/** Hears what is wrong at a path below `alerts`. */
type Refuse = (path: JsonPath, message: string, fix: string) => void;

/** How to write what a type needs in addition to its Secret. */
const MISSING: Readonly<Record<string, (team: string) => string>> = {
  address: (team) => `write the URL of the repository: address: https://github.com/acme/${team}`,
  channel: (team) => `write the channel: channel: ${team}`,
};

/** What is wrong with alerts that have the right form: the rules that code has, too. */
export const checkAlerts = (given: unknown, team: string, refuse: Refuse): void => {
  const names = new Set<string>();
  for (const [index, one] of entriesOf(given).entries()) {
    const to = isObject(one) ? destinationOf(one) : undefined;
    if (!isObject(one) || to === undefined) continue;
    const at = Array.isArray(given) ? [index] : [];
    const called = (...path: JsonPath) => `"${printPath(['alerts', ...at, ...path])}" of team "${team}"`;
    const who = called();
    const name = nameOf(to);
    if (names.has(name))
      refuse(
        at,
        `two alerts of team "${team}" are called "${name}"`,
        `give one of them a name of its own: name: ${name}-oncall`,
      );
    names.add(name);
    const data = dataOf(to);
    if (data === undefined) continue;
    const has = (key: string) => one[key] !== undefined || (key === 'secret' && one['secretRef'] !== undefined);
    for (const key of data.required) {
      if (has(key)) continue;
      const fix =
        key === 'secret'
          ? `name the Secret with ${data.keys.map((one) => `"${one}"`).join(' and ')}: secretRef: { name: ${data.type} }`
          : MISSING[key]!(team);
      const field = key === 'secret' ? 'secretRef' : key;
      refuse([...at, field], `${who} has no "${field}"`, fix);
    }
    const { secret, secretRef } = one;
    if (secret !== undefined && secretRef !== undefined)
      refuse([...at, 'secret'], `${who} has both "secret" and "secretRef"`, 'keep one of them');
    const key = secret === undefined ? 'secretRef' : 'secret';
    const from = secret ?? (isObject(secretRef) ? { bootstrap: secretRef['name'] } : undefined);
    if (from === undefined) continue;
    if (!isNotificationSecret(from))
      // It may hold the value under any name.
      refuse(
        [...at, key],
        `${called(key)} isn't where a Secret comes from`,
        'write secretRef: { name: slack }, secret: { store: vault, key: flux/slack } or secret: { sops: secrets/slack.enc.yaml }',
      );
    else if (data.substituted !== undefined && isObject(from) && from['bootstrap'] === undefined)
      refuse(
        [...at, key],
        `${called(key)} must be in the cluster before the team, whose Kustomization substitutes it`,
        `write secretRef: { name: ${data.type} }, a Secret in flux-system`,
      );
  }
};
