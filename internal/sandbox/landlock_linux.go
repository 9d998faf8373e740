package sandbox

func restrictFiles(j *job) error { return nil }
