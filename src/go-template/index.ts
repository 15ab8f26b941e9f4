export { isEmpty, parseTemplate } from './parse-template.js';
export {
  type Branch,
  type Command,
  type Operand,
  type Pipe,
  type Template,
  TemplateError,
  type TemplateNode,
} from './template-node.js';
