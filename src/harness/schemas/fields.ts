// The zod pieces that several methods share. Absent and null are the same everywhere.
import { z } from 'zod';

const EMPTY = 'must not be empty';

type Optional<T extends z.ZodType> = z.ZodOptional<z.ZodNullable<T>>;

/** A session the method can't do without. */
export const requiredSession: z.ZodType<string> = z
  .string()
  .min(1, EMPTY)
  .refine((id) => id.trim() !== '', EMPTY)
  .meta({ description: 'Session id.' });

/** A session, the ambient one when absent; blank for the plain workspace. */
export const optionalSession: Optional<z.ZodString> = optional(
  z.string(),
  'Session id; the ambient session when absent, the plain workspace when blank.',
);

export const path: z.ZodString = z
  .string()
  .min(1, EMPTY)
  .meta({ description: 'Absolute, or relative to the workspace.' });

export const paths: Optional<z.ZodArray<z.ZodString>> = optional(
  z.array(z.string()),
  'Exact pending paths; everything when absent, nothing when empty.',
);

export const count: z.ZodNumber = z.int().min(0);

export function optional<T extends z.ZodType>(schema: T, description: string): Optional<T> {
  return schema.nullish().meta({ description });
}

/** An optional switch, with its default in the JSON Schema. */
export function flag(defaultValue: boolean, description: string): Optional<z.ZodBoolean> {
  return z.boolean().nullish().meta({ description, default: defaultValue });
}

/** An optional whole number from 0 up that is 0 by default. */
export function countOrZero(description: string): Optional<z.ZodNumber> {
  return count.nullish().meta({ description, default: 0 });
}

/** An optional choice, with its default in the JSON Schema. */
export function choice<const T extends readonly string[]>(
  values: T,
  description: string,
): Optional<z.ZodEnum<{ [V in T[number]]: V }>> {
  return z.enum(values).nullish().meta({ description, default: values[0] });
}
