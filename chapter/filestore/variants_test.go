package filestore

import (
	"errors"
	"io/fs"
)

// A variant is a way to save.
type variant struct {
	newSave func() func(disk, []byte) error // for each Store
	on      func(disk) disk                 // what it sees the disk as
}

func just(save func(disk, []byte) error) variant {
	return variant{
		newSave: func() func(disk, []byte) error { return save },
		on:      func(d disk) disk { return d },
	}
}

var theStore = just(replace)

// carefully is replace, in a form that lets a variant change one thing.
func carefully(d disk, name string, contents []byte, syncFile, syncDir bool) error {
	f, err := d.create(name + ".new")
	if err != nil {
		return err
	}
	if _, err := f.Write(contents); err != nil {
		return err
	}
	if syncFile {
		if err := f.Sync(); err != nil {
			return err
		}
	}
	if err := d.rename(name+".new", name); err != nil {
		return err
	}
	if syncDir {
		return d.syncDir()
	}
	return nil
}

func withoutFileSync(d disk, contents []byte) error {
	return carefully(d, fileName, contents, false, true)
}

func withoutFolderSync(d disk, contents []byte) error {
	return carefully(d, fileName, contents, true, false)
}

func renameBeforeSync(d disk, contents []byte) error {
	f, err := d.create(tempName)
	if err != nil {
		return err
	}
	if _, err := f.Write(contents); err != nil {
		return err
	}
	if err := d.rename(tempName, fileName); err != nil {
		return err
	}
	return errors.Join(f.Sync(), d.syncDir())
}

func inPlace(d disk, contents []byte) error {
	f, err := d.(*simDisk).overwrite(fileName)
	if err != nil {
		return err
	}
	if _, err := f.Write(contents); err != nil {
		return err
	}
	return errors.Join(f.Sync(), d.syncDir())
}

// secondTry syncs again what could not be synced.
func secondTry(d disk, contents []byte) error {
	f, err := d.create(tempName)
	if err != nil {
		return err
	}
	if _, err := f.Write(contents); err != nil {
		return err
	}
	if f.Sync() != nil {
		if err := f.Sync(); err != nil {
			return err
		}
	}
	return errors.Join(d.rename(tempName, fileName), d.syncDir())
}

// trusting takes what it reads on Open to be on the disk already.
func trusting() func(disk, []byte) error {
	opening := true
	return func(d disk, contents []byte) error {
		if opening {
			opening = false
			return nil
		}
		return replace(d, contents)
	}
}

// overwriting reuses what a crash has left under the temporary name.
type overwriting struct{ *simDisk }

func (d overwriting) remove(string) error              { return fs.ErrNotExist }
func (d overwriting) create(name string) (file, error) { return d.overwrite(name) }

// apart saves the data in one file and the marks in another, each with all the
// care there is.
func apart(d disk, contents []byte) error {
	objects, err := decode(string(contents))
	if err != nil {
		return err
	}
	marks := state{}
	for key, o := range objects {
		marks[key] = object{mark: o.mark}
	}
	if err := carefully(d, fileName, contents, true, true); err != nil {
		return err
	}
	return carefully(d, "marks", encode(marks), true, true)
}

// joining reads both.
type joining struct{ *simDisk }

func (d joining) read(name string) ([]byte, error) {
	contents, err := d.simDisk.read(name)
	if err != nil {
		return nil, err
	}
	objects, err := decode(string(contents))
	if err != nil {
		return nil, err
	}
	marks := state{}
	if contents, err := d.simDisk.read("marks"); err == nil {
		if marks, err = decode(string(contents)); err != nil {
			return nil, err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for key, o := range objects {
		objects[key] = object{data: o.data, mark: marks[key].mark}
		if o.data == nil && marks[key].mark == 0 {
			delete(objects, key)
		}
	}
	return encode(objects), nil
}

func (d joining) remove(name string) error {
	if err := d.simDisk.remove("marks.new"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return d.simDisk.remove(name)
}
