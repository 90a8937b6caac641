import { invalidInput, type InvalidField } from '../api/refusal.js';
import type { InputField, InputSchema } from './input-schemas.js';

/**
 * Holds a run's input against its model's schema. Unknown fields are faults too: a misspelt one would silently run with the default.
 * @throws ReplicateRefusal 422 that names every field at fault
 */
export function checkInput(schema: InputSchema, input: Record<string, unknown>): void {
  const faults: InvalidField[] = schema.required
    .filter((name) => input[name] === undefined)
    .map((name) => ({ type: 'required', field: 'input', description: `${name} is required` }));
  for (const [name, value] of Object.entries(input)) {
    const field = Object.hasOwn(schema.fields, name) ? schema.fields[name] : undefined;
    const fault = field
      ? faultOf(field, value)
      : { type: 'additional_property_not_allowed', description: `Additional property ${name} is not allowed` };
    if (fault) faults.push({ ...fault, field: field ? `input.${name}` : 'input' });
  }
  if (faults.length > 0) throw invalidInput(faults);
}

function faultOf(field: InputField, value: unknown): { type: string; description: string } | null {
  const actual = typeOf(value);
  if (actual !== field.type && !(field.type === 'number' && actual === 'integer')) {
    return { type: 'invalid_type', description: `Invalid type. Expected: ${field.type}, given: ${actual}` };
  }
  if (field.minimum !== undefined && Number(value) < field.minimum) {
    return { type: 'number_gte', description: `Must be greater than or equal to ${field.minimum}` };
  }
  if (field.maximum !== undefined && Number(value) > field.maximum) {
    return { type: 'number_lte', description: `Must be less than or equal to ${field.maximum}` };
  }
  if (field.enum && !field.enum.includes(String(value))) {
    return {
      type: 'enum',
      description: `Must be one of the following: ${field.enum.map((one) => `"${one}"`).join(', ')}`,
    };
  }
  if (field.format === 'uri' && !URL.canParse(String(value)))
    return { type: 'format', description: "Does not match format 'uri'" };
  return null;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
