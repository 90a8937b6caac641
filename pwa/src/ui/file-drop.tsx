import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { DropZone, type DropZoneProps } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button as LookButton } from './button';
import styles from './file-drop.module.css';

export interface FileDropProps {
  /** Name of the drop target for screen readers. */
  label: string;
  /** MIME types the file dialog offers; what is dropped is handed over unfiltered. */
  accept: readonly string[];
  onFiles(files: File[]): void;
  isDisabled?: boolean;
  children: ReactNode;
}

type DropEvent = Parameters<NonNullable<DropZoneProps['onDrop']>>[0];

async function droppedFiles(event: DropEvent): Promise<File[]> {
  const files = await Promise.all(event.items.map(async (item) => (item.kind === 'file' ? item.getFile() : null)));
  return files.filter((file) => file !== null);
}

/** A place to drop files on, which is also a button that opens the file dialog. */
export function FileDrop({ label, accept, onFiles, isDisabled, children }: FileDropProps) {
  return (
    <DropZone
      aria-label={label}
      className={styles.zone}
      isDisabled={isDisabled}
      onDrop={(event) => void droppedFiles(event).then((files) => files.length > 0 && onFiles(files))}
    >
      <FileTrigger acceptedFileTypes={accept} allowsMultiple onSelect={(files) => files && onFiles([...files])}>
        <Button className={styles.button} isDisabled={isDisabled}>
          {children}
        </Button>
      </FileTrigger>
    </DropZone>
  );
}

export interface CameraTriggerProps {
  onFiles(files: File[]): void;
  children: ReactNode;
}

/** A button that opens the camera app of a phone; what it takes is handed over as a file. */
export function CameraTrigger({ onFiles, children }: CameraTriggerProps) {
  return (
    <FileTrigger
      acceptedFileTypes={['image/jpeg']}
      defaultCamera="user"
      onSelect={(files) => files && onFiles([...files])}
    >
      <LookButton>{children}</LookButton>
    </FileTrigger>
  );
}
