import { tryReadId } from '../applied/object-id.js';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { printYaml } from '../yaml/print-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { Redactor } from './redact.js';
import { SECRET_KIND } from './redact-object.js';

/**
 * The text of a file of the tree with marks in the place of all values of Secrets, and of what is most likely a secret.
 * A document that has any is printed again, without the comments in it; the rest stays as it is written.
 */
export const redactFile = (path: string, text: string, redactor: Redactor): string =>
  /\.ya?ml$/.test(path)
    ? text
        .split(/^(---.*\n)/m)
        .map((part, index) => (index % 2 === 1 ? part : redactDocument(part, redactor)))
        .join('')
    : redactText(text, redactor);

const redactDocument = (text: string, redactor: Redactor): string => {
  const head = /^(?:#.*\n)*/.exec(text)![0];
  try {
    const [json] = parseYamlDocuments(text);
    if (!isObject(json)) return redactText(text, redactor);
    const id = tryReadId(json as JsonObject);
    const given = id === undefined ? (json as JsonObject) : redactor.vars.hide(id, json as JsonObject);
    const shown = redactor.shown(redactor.object(given));
    const body = equalJson(shown, json) ? text.slice(head.length) : printYaml(shown);
    return (head + body).replace(/(?<=^|[ \t])#.*/gm, (comment) => redactText(comment, redactor));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return SECRET_KIND.test(text) ? `${head}${redactor.value(text)}\n` : redactText(text, redactor);
  }
};

const redactText = (text: string, redactor: Redactor): string => String(redactor.shown({ text })['text']);
