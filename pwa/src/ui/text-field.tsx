import { useState, type ReactNode, type Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { classNames } from './class-names';
import { FieldFrame, type FieldTexts } from './field';
import field from './field.module.css';
import styles from './text-field.module.css';

export interface TextFieldProps
  extends FieldTexts, Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
}

interface FrameProps extends TextFieldProps {
  trailing?: ReactNode;
  /** Lines that are visible at once; without it the field has a single line. */
  lines?: number;
}

function Frame({ label, description, error, placeholder, inputRef, trailing, lines, ...props }: FrameProps) {
  return (
    <AriaTextField
      {...props}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={classNames(field.field, styles.text)}
    >
      <FieldFrame {...{ label, description, error }}>
        <div className={field.line}>
          {lines ? (
            <AriaTextArea className={classNames(field.input, styles.area)} rows={lines} placeholder={placeholder} />
          ) : (
            <Input className={field.input} placeholder={placeholder} ref={inputRef} />
          )}
          {trailing}
        </div>
      </FieldFrame>
    </AriaTextField>
  );
}

/** A field for one line of text: label above, a line below, an error where it happened. */
export function TextField(props: TextFieldProps) {
  return <Frame {...props} />;
}

/** The same for several lines; it grows with what is written. */
export function TextArea(props: Omit<TextFieldProps, 'type' | 'inputRef'>) {
  return <Frame {...props} lines={3} />;
}

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** Text of the button while the password is hidden. */
  showLabel: string;
  /** Text of the button while the password is readable. */
  hideLabel: string;
}

/** A field for a password, which its owner may make readable. */
export function PasswordField({ showLabel, hideLabel, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Frame
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <Button slot={null} className={styles.reveal} onPress={() => setShown(!shown)}>
          {shown ? hideLabel : showLabel}
        </Button>
      }
    />
  );
}
